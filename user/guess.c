// SPDX-License-Identifier: GPL-2.0
/*
 * The distance of two words is how many letters have to be added, taken away,
 * replaced, or swapped with their neighbour. A name is near when a third of the
 * letters is wrong at most; or when the word is its beginning.
 */
#include <string.h>

#include "guess.h"

#define WORD_MAX 32

/* Rows of the table: two above the one that is filled. */
struct rows {
	unsigned int above2[WORD_MAX + 1];
	unsigned int above[WORD_MAX + 1];
	unsigned int row[WORD_MAX + 1];
};

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

static void row_fill(struct rows *rows, const char *word, size_t i,
		     const char *name)
{
	rows->row[0] = (unsigned int)i;
	for (size_t k = 1; name[k - 1]; k++) {
		unsigned int change = rows->above[k - 1] +
				      (word[i - 1] != name[k - 1]);

		change = least(change, rows->above[k] + 1);
		change = least(change, rows->row[k - 1] + 1);
		if (i > 1 && k > 1 && word[i - 1] == name[k - 2] &&
		    word[i - 2] == name[k - 1])
			change = least(change, rows->above2[k - 2] + 1);
		rows->row[k] = change;
	}
}

static unsigned int distance_of(const char *word, const char *name)
{
	struct rows rows = { 0 };
	size_t length = strlen(name);

	for (size_t k = 0; k <= length; k++)
		rows.row[k] = (unsigned int)k;
	for (size_t i = 1; word[i - 1]; i++) {
		memcpy(rows.above2, rows.above, sizeof(rows.above));
		memcpy(rows.above, rows.row, sizeof(rows.row));
		row_fill(&rows, word, i, name);
	}
	return rows.row[length];
}

/**
 * hkj_guess_init() - begin to look for a name
 * @guess: to be filled
 * @word: as it was typed; outlives @guess
 */
void hkj_guess_init(struct hkj_guess *guess, const char *word)
{
	*guess = (struct hkj_guess){ .word = word };
}

/**
 * hkj_guess_try() - take a name if it is nearer than those before
 * @guess: begun
 * @name: one that would have been right; outlives @guess
 */
void hkj_guess_try(struct hkj_guess *guess, const char *name)
{
	size_t typed = strlen(guess->word), length = strlen(name);
	unsigned int distance;

	if (!typed || typed > WORD_MAX || length > WORD_MAX)
		return;
	distance = distance_of(guess->word, name);
	if (!strncmp(guess->word, name, typed))
		distance = 0;
	if (distance > (length + 2) / 3 ||
	    (guess->best && distance >= guess->distance))
		return;
	guess->best = name;
	guess->distance = distance;
}
