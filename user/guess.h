/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a mistyped word was meant to be.
 */
#ifndef HKJITTER_USER_GUESS_H
#define HKJITTER_USER_GUESS_H

/**
 * struct hkj_guess - the nearest of the names that were tried
 * @word: as it was typed
 * @best: nearest name so far; NULL if none is near enough
 * @distance: private, of @best
 */
struct hkj_guess {
	const char *word;
	const char *best;
	unsigned int distance;
};

void hkj_guess_init(struct hkj_guess *guess, const char *word);
void hkj_guess_try(struct hkj_guess *guess, const char *name);

#endif /* HKJITTER_USER_GUESS_H */
