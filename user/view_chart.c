// SPDX-License-Identifier: GPL-2.0
/*
 * A histogram drawn in characters, on a logarithmic axis.
 *
 * The slots of hist.h are merged into rows, each of the same power of two of
 * neighbouring slots, so that no bucket is cut and the rows add up to the
 * count. Rows without a gap between rows with some are drawn as one line.
 */
#include <inttypes.h>

#include "hist_rows.h"
#include "view.h"

#define LINES_MAX 20
#define BAR_COLUMNS 32

/* How many rows from this one on are empty. */
static unsigned int empty_run(const struct hkj_rows *chart, unsigned int row)
{
	unsigned int run = 0;

	while (row + run < chart->end && !chart->counts[row + run])
		run++;
	return run;
}

static unsigned int lines_needed(const struct hkj_rows *chart)
{
	unsigned int lines = 0;
	unsigned int row = chart->first;

	for (; row < chart->end; lines++) {
		unsigned int run = empty_run(chart, row);

		row += run ? run : 1;
	}
	return lines;
}

static size_t bar_length(uint64_t count, uint64_t most)
{
	unsigned __int128 product = (unsigned __int128)count * BAR_COLUMNS;

	return product < most ? 1 : (size_t)(product / most);
}

static void row_print(FILE *out, const struct hkj_rows *chart, unsigned int row,
		      double share, size_t length)
{
	static const char bar[] = "################################";
	uint64_t low = hkj_rows_low(chart, row);
	uint64_t next = hkj_rows_next(chart, row);
	struct hkj_units_text high = { "more" };

	if (next != HKJ_NONE)
		high = hkj_units_human(next);
	fprintf(out, "  %9s - %9s %10s %8.4f%%  %.*s\n",
		hkj_units_human(low).text, high.text,
		hkj_units_count(chart->counts[row]).text, share, (int)length,
		bar);
}

static void rows_print(FILE *out, const struct hkj_rows *chart)
{
	uint64_t most = 0, all = 0, seen = 0;
	unsigned int row;

	for (row = chart->first; row < chart->end; row++) {
		most = chart->counts[row] > most ? chart->counts[row] : most;
		all += chart->counts[row];
	}
	for (row = chart->first; row < chart->end; row++) {
		unsigned int run = empty_run(chart, row);

		if (run) {
			fprintf(out, "  %9s   %9s\n", "...", "...");
			row += run - 1;
			continue;
		}
		seen += chart->counts[row];
		row_print(out, chart, row, 100.0 * (double)seen / (double)all,
			  bar_length(chart->counts[row], most));
	}
}

/**
 * hkj_view_chart() - draw a histogram
 * @histogram: not empty
 * @out: gets a line for each part of the axis: its edges, its count, the share
 *       of all that are no longer, and a bar in proportion to the fullest
 */
void hkj_view_chart(const struct hkj_histogram *histogram, FILE *out)
{
	struct hkj_rows chart;

	hkj_rows_fill(&chart, histogram);
	while (lines_needed(&chart) > LINES_MAX)
		hkj_rows_coarsen(&chart);
	fprintf(out, "  %9s - %9s %10s %9s\n", "from", "below", "gaps",
		"up to");
	rows_print(out, &chart);
}
