/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LEASE_LEASE_VALUE_H
#define LEASE_LEASE_VALUE_H
/*
 * From the words of a lease file to the value of a term, and what each key accepts. Used by lease_add() alone.
 *
 * Nothing is guessed: what is not of the form in terms.h is refused with the form.
 */
#include "lease/lease.h"

/* Sets `text` and `i` of `term`, whose `key` is set. -EINVAL with "key: 'words' ...; write it as: form". */
int lease_value(struct slice words, struct term *term, struct error *error) __attribute__((warn_unused_result));

#endif
