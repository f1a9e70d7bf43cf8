/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H
/*
 * The text for people that goes with a negative errno.
 *
 * A function that can fail because of its input takes a last `struct error *` (may be NULL) and returns 0 or a negative
 * errno. The text names the place, the value and the remedy: "lease.yaml:14: gpu.count: '8x' is not a whole number".
 * Libraries never print it; src/cmd does.
 */
struct error {
	char text[768];
};

/* Sets the text (when `error` is not NULL) and returns -code, so that a failure is one line. */
int error_set(struct error *error, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
