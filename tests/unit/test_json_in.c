// SPDX-License-Identifier: GPL-2.0
/*
 * JSON text as a stream: what it takes and what it refuses is what jansson
 * takes and refuses, wherever a piece of the text ends.
 */
#include <jansson.h>

#include "fixture.h"
#include "json_in.h"
#include "result.h"
#include "unit.h"

static struct hkj_error error;

static int skip_text(const char *text, size_t length)
{
	FILE *stream = fmemopen((char *)text, length, "r");
	struct hkj_json_in in;
	int failed;

	assert_non_null(stream);
	assert_int_equal(hkj_json_in_init(&in, stream, "t", &error), 0);
	failed = hkj_json_in_skip(&in) ? -1 : hkj_json_in_finish(&in);
	hkj_json_in_exit(&in);
	fclose(stream);
	return failed;
}

static bool jansson_takes(const char *text, size_t length)
{
	json_t *json = json_loadb(text, length, JSON_DECODE_ANY, NULL);

	json_decref(json);
	return json;
}

static void assert_agreed(const char *text, size_t length)
{
	int failed = skip_text(text, length);

	if (jansson_takes(text, length) == !failed)
		return;
	fail_msg("%s of jansson's opinion: %.*s (%s)",
		 failed ? "refused, not" : "taken, not", (int)length, text,
		 failed ? error.text : "");
}

static const char *const texts[] = {
	"0",
	"-1",
	"10",
	"01",
	"-",
	"1.5",
	"1.",
	".5",
	"1e5",
	"1E+5",
	"1e",
	"1e-",
	"9223372036854775807",
	"9223372036854775808",
	"1e308",
	"1e999",
	"1e-999",
	"true",
	"tru",
	"truE",
	"false",
	"null",
	"nul",
	"\"\"",
	"\"a",
	"\"\\n\\t\\\"\\\\\\/\\b\\f\\r\"",
	"\"\\x\"",
	"\"\\u00e4\"",
	"\"\\u00E4\"",
	"\"\\u00g4\"",
	"\"\\u12\"",
	"\"\\ud83d\\ude00\"",
	"\"\\ud83d\"",
	"\"\\ude00\"",
	"\"\\ud83d\\u0041\"",
	"\"\\u0000\"",
	"\"\xc3\xa4\"",
	"\"\xc3\"",
	"\"\xc0\x80\"",
	"\"\xed\xa0\x80\"",
	"\"\xf0\x9f\x98\x80\"",
	"\"\xf5\x80\x80\x80\"",
	"\"\x1f\"",
	"\"\x7f\"",
	"[]",
	"[1]",
	"[1,]",
	"[,1]",
	"[1 2]",
	"[1,2",
	"{}",
	"{\"a\":1}",
	"{\"a\":1,}",
	"{\"a\" 1}",
	"{a:1}",
	"{\"a\":}",
	"{\"a\":1 \"b\":2}",
	"{\"a\":[{\"b\":[]}]}",
	" [ 1 , 2 ] ",
	"[1] 2",
	"[1]]",
	"]",
	"}",
	",",
	"",
	" ",
	"\n\n",
	"\x01",
	"\xff",
	"[\"\\ud83d\xff\"]",
	"[1e]",
	"[-]",
	"[tru]",
	"[nullnull]",
	"{\"a\":1}}",
	"[\"a\":1]",
	"{\"a\",1}",
};

static void takes_what_jansson_takes(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (*texts[i])
			assert_agreed(texts[i], strlen(texts[i]));
}

/* A byte changed, taken out, or put in, at random places of a real result. */
static void damage(char *text, size_t *length, uint64_t *seed)
{
	static const char bytes[] = "{}[]\",:\\0123456789-.eE \ntfn\x01\x80\xff";
	size_t at = random_below(seed, *length);
	char byte = bytes[random_below(seed, sizeof(bytes) - 1)];

	switch (random_below(seed, 3)) {
	case 0:
		text[at] = byte;
		break;
	case 1:
		memmove(text + at, text + at + 1, --*length - at);
		break;
	default:
		memmove(text + at + 1, text + at, (*length)++ - at);
		text[at] = byte;
	}
}

static void damaged_results_are_agreed_on(void **state)
{
	struct hkj_result result;
	uint64_t seed = 5;
	char *text;

	(void)state;
	fixture_make(&result);
	text = fixture_text(&result);
	for (unsigned int i = 0; i < 3000; i++) {
		size_t length = strlen(text);
		char *copy = malloc(length + 4);

		memcpy(copy, text, length);
		for (uint64_t n = random_below(&seed, 3); n < 3; n++)
			damage(copy, &length, &seed);
		assert_agreed(copy, length);
		free(copy);
	}
	free(text);
	hkj_result_free(&result);
}

/* The buffer ends within every kind of token. */
static void pieces_end_anywhere(void **state)
{
	struct hkj_result result, back;
	char *text, *padded;
	size_t length;

	(void)state;
	fixture_make(&result);
	text = fixture_text(&result);
	length = strlen(text);
	padded = malloc(HKJ_JSON_BUFFER + length + 1);
	memset(padded, ' ', HKJ_JSON_BUFFER);
	for (size_t before = 0; before < length; before += 7) {
		char *again;

		strcpy(padded + HKJ_JSON_BUFFER - before, text);
		assert_int_equal(fixture_read(padded, &back, &error), 0);
		if (before % 5 == 0) {
			again = fixture_text(&back);
			assert_string_equal(again, text);
			free(again);
		}
		hkj_result_free(&back);
	}
	free(padded);
	free(text);
	hkj_result_free(&result);
}

static void depth_is_bounded(void **state)
{
	static char deep[200000];

	(void)state;
	memset(deep, '[', sizeof(deep));
	assert_int_equal(skip_text(deep, sizeof(deep)), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "nested too deep");
	memset(deep + HKJ_JSON_DEPTH, ']', HKJ_JSON_DEPTH);
	assert_int_equal(skip_text(deep, 2 * HKJ_JSON_DEPTH), 0);
}

static void strings_are_bounded(void **state)
{
	static char text[HKJ_JSON_TEXT_MAX + 100];

	(void)state;
	memset(text, 'a', sizeof(text));
	text[0] = '"';
	text[HKJ_JSON_TEXT_MAX] = '"';
	assert_int_equal(skip_text(text, HKJ_JSON_TEXT_MAX + 1), 0);
	text[HKJ_JSON_TEXT_MAX] = 'a';
	text[sizeof(text) - 1] = '"';
	assert_int_equal(skip_text(text, sizeof(text)), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "too long");
}

static void line_is_told(void **state)
{
	static const char text[] = "{\n\"a\": 1,\n\"b\": x\n}";

	(void)state;
	assert_int_equal(skip_text(text, strlen(text)), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "line 3: a value is missing");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(takes_what_jansson_takes),
	cmocka_unit_test(damaged_results_are_agreed_on),
	cmocka_unit_test(pieces_end_anywhere),
	cmocka_unit_test(depth_is_bounded),
	cmocka_unit_test(strings_are_bounded),
	cmocka_unit_test(line_is_told),
};

UNIT_MAIN(tests, NULL, NULL)
