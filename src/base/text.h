/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
/*
 * Words for people go through gettext: N_() marks a message id in a table, tr() translates one when it is printed.
 *
 * Only src/render and src/cmd call tr(): everything before them carries message ids and values.
 */
#define N_(message_id) message_id

const char *tr(const char *message_id) __attribute__((format_arg(1)));

#endif
