// SPDX-License-Identifier: GPL-2.0
/*
 * Sentences of the table for one machine, which of them end a report, and
 * sources that were pasted.
 */
#include "explain.h"
#include "knobs.h"
#include "load.h"
#include "pasted.h"
#include "result.h"
#include "unit.h"
#include "view.h"

struct sentence {
	const char *knob;
	const char *cmdline;
	const char *policy;
	const char *added;
	const char *cpus;
};

static const struct sentence sentences[] = {
	{ "use isolcpus=domain,LIST", "ro isolcpus=nohz,domain,1-2 quiet", NULL,
	  " (already so: isolcpus=nohz,domain,1-2)", NULL },
	{ "use isolcpus=domain,LIST", "isolcpus=1-2", NULL,
	  " (already so: isolcpus=1-2)", NULL },
	{ "use isolcpus=domain,LIST", "isolcpus=nohz,managed_irq,1-2", NULL,
	  "", NULL },
	{ "use isolcpus=domain,LIST", "xisolcpus=domain,1", NULL, "", NULL },
	{ "use isolcpus=managed_irq,domain,LIST", "isolcpus=domain,1", NULL,
	  "", NULL },
	{ "boot with irqaffinity=LIST", "irqaffinity=0", NULL,
	  " (already so: irqaffinity=0)", NULL },
	{ "boot with irqaffinity=LIST", "irqaffinity=", NULL, "", NULL },
	{ "boot with rcu_nocbs=LIST (nohz_full=LIST implies it)",
	  "nohz_full=1 rcu_nocbs=1", NULL,
	  " (already so: nohz_full=1, rcu_nocbs=1)", NULL },
	{ "run it under SCHED_FIFO", "", "fifo:1",
	  " (already so: the loop's policy was fifo)", NULL },
	{ "run it under SCHED_FIFO", "", "other", "", NULL },
	{ "run it under SCHED_FIFO", NULL, NULL, "", NULL },
	/* A list is right for some CPUs only. */
	{ "boot with nohz_full=LIST", "nohz_full=1-2", NULL,
	  " (already so: nohz_full=1-2)", "2" },
	{ "boot with nohz_full=LIST", "nohz_full=1-2", NULL,
	  " (but not for CPU 3: nohz_full=1-2)", "3" },
	{ "boot with nohz_full=LIST", "nohz_full=1-2", NULL,
	  " (but not for CPU 2-3: nohz_full=1-2)", "2-3" },
	{ "use isolcpus=domain,LIST", "isolcpus=nohz,domain,managed_irq,1-2",
	  NULL, " (already so: isolcpus=nohz,domain,managed_irq,1-2)", "1" },
	{ "use isolcpus=domain,LIST", "isolcpus=3", NULL,
	  " (but not for CPU 1: isolcpus=3)", "1" },
	{ "boot with rcu_nocbs=LIST (nohz_full=LIST implies it)",
	  "nohz_full=2 rcu_nocbs=1", NULL,
	  " (already so: rcu_nocbs=1) (but not for CPU 1: nohz_full=2)", "1" },
	{ "boot with irqaffinity=LIST", "irqaffinity=0", NULL,
	  " (already so: irqaffinity=0)", "1" },
	{ "boot with irqaffinity=LIST", "irqaffinity=0-1", NULL,
	  " (but not for CPU 1: irqaffinity=0-1)", "1" },
	{ "boot with rcu_nocbs=LIST", "rcu_nocbs=all", NULL,
	  " (already so: rcu_nocbs=all)", "1" },
	{ "boot with rcu_nocbs=LIST", "rcu_nocbs=1-N", NULL, "", "1" },
};

static void what_is_so_already_is_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sentences); i++) {
		const struct sentence *wanted = &sentences[i];
		const struct hkj_knob knob = { .knob = wanted->knob };
		const struct hkj_host host = {
			.cmdline = wanted->cmdline ?
					   UNIT_TEXT(wanted->cmdline) :
					   NULL,
		};
		char *text = hkj_knob_sentence(&knob, &host, wanted->policy,
					       wanted->cpus);

		assert_non_null(text);
		assert_memory_equal(text, wanted->knob, strlen(wanted->knob));
		assert_string_equal(text + strlen(wanted->knob), wanted->added);
		free(text);
	}
}

struct paste {
	const char *words[5];
	const char *class_name;
	const char *name;
};

static const struct paste pastes[] = {
	{ { "irq 24 eth0 (e1000_intr)" }, "irq", "eth0" },
	{ { "irq", "24", "eth0", "(e1000_intr)" }, "irq", "eth0" },
	{ { "  irq 24 eth0 " }, "irq", "eth0" },
	{ { "irq", "24" }, "irq", "24" },
	{ { "ipi tlb_remove_table_smp_sync (call_function)" },
	  "ipi",
	  "tlb_remove_table_smp_sync" },
	{ { "irq", "nvme0q1" }, "irq", "nvme0q1" },
	{ { "timer", "24", "x" }, "timer", "24 x" },
	{ { "flush_tlb_func" }, NULL, "flush_tlb_func" },
	{ { "transition" }, NULL, "transition" },
	{ { "no class" }, NULL, "no class" },
	{ { "" }, NULL, "" },
};

static void pasted_sources_are_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pastes); i++) {
		struct hkj_options options = {
			.operands = (char **)(uintptr_t)pastes[i].words,
		};
		struct hkj_pasted pasted;

		while (options.nr_operands < 5 &&
		       pastes[i].words[options.nr_operands])
			options.nr_operands++;
		assert_int_equal(hkj_pasted_init(&pasted, &options), 0);
		assert_string_equal(pasted.name, pastes[i].name);
		if (pastes[i].class_name)
			assert_string_equal(pasted.class_name,
					    pastes[i].class_name);
		else
			assert_null(pasted.class_name);
		hkj_pasted_exit(&pasted);
	}
}

static void remedies_print(const void *result, FILE *out)
{
	hkj_view_remedies(result, out);
}

static char *remedies_of(const char *path)
{
	struct hkj_result result;
	struct hkj_error error;
	char *text;

	if (hkj_load(path, &result, &error))
		fail_msg("%s", error.text);
	text = printed(remedies_print, &result);
	hkj_result_free(&result);
	return text;
}

/* What is nearly all comes first; what is nearly nothing not at all. */
static void unexplained_has_its_place(void **state)
{
	char *text = remedies_of(UNIT_DATA "/early-6.12.json");

	(void)state;
	assert_non_null(strstr(text, "tells more)\n  unexplained\n"));
	assert_non_null(strstr(text, "\n  ipi nohz_full_kick_func\n"));
	free(text);
	text = remedies_of(UNIT_DATA "/early-6.1.json");
	assert_non_null(strstr(text, "tells more)\n  unexplained\n"));
	assert_null(strstr(text, "\n  ipi"));
	assert_null(strstr(text, "\n  softirq"));
	free(text);
	text = remedies_of(UNIT_DATA "/result.json");
	assert_non_null(strstr(text, "left out, as it follows others"));
	free(text);
	text = remedies_of(UNIT_DATA "/older.json");
	assert_string_equal(text, "");
	free(text);
}

/* The text of a remedy, with the blanks of its lines as one. */
static void blanks_join(char *text)
{
	char *to = text;

	for (char *at = text; *at; at++) {
		bool is_blank = *at == ' ' || *at == '\n';

		if (is_blank && to > text && to[-1] == ' ')
			continue;
		*to++ = is_blank ? ' ' : *at;
	}
	*to = '\0';
}

/* Each source that ends a report is explained by the same sentence. */
static void report_and_explanation_agree(void **state)
{
	struct hkj_explanation explanation = { 0 };
	struct hkj_result result;
	struct hkj_error error;
	char *text = remedies_of(UNIT_DATA "/result.json");
	unsigned int nr = 0;

	(void)state;
	blanks_join(text);
	assert_int_equal(hkj_load(UNIT_DATA "/result.json", &result, &error),
			 0);
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	for (size_t i = 0; i < explanation.nr_sources; i++)
		nr += explanation.sources[i].nr_remedies &&
		      strstr(text, explanation.sources[i].remedies[0].knob);
	assert_int_equal(nr, 4);
	assert_non_null(strstr(text, " tick sched see the threads"));
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
	free(text);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_is_so_already_is_told),
	cmocka_unit_test(pasted_sources_are_understood),
	cmocka_unit_test(unexplained_has_its_place),
	cmocka_unit_test(report_and_explanation_agree),
};

UNIT_MAIN(tests, NULL, NULL)
