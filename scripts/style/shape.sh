# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Checks of the tree's shape: what may stand where. Each is a grep, so each says
# no more than a grep can; the reasons are in Documentation/design.rst.

# words_outside PATTERN ALLOWED FILE...: lines with the pattern in files whose
# name does not match ALLOWED.
words_outside()
{
	local pattern=$1 allowed=$2

	shift 2
	printf '%s\n' "$@" | grep -vE "$allowed" |
		xargs -r -d '\n' grep -HnE "$pattern"
}

check_version_checks()
{
	local -a files

	mapfile -t files < <(c_files include module selftests)
	found "$(words_outside '\b(LINUX_VERSION_CODE|KERNEL_VERSION)\b' \
		'^module/compat/' "${files[@]}")"
}

check_trace_rooms()
{
	local -a files

	mapfile -t files < <(c_files include module selftests)
	found "$(words_outside '\bCREATE_TRACE_POINTS\b' \
			'^module/trace\.c$' "${files[@]}"
		words_outside '\bfor_each_kernel_tracepoint\b' \
			'^module/probes/probe\.c$' "${files[@]}")"
}

# Who may include whom: a file includes files of its own rank or of a lower one.
# A new file of module/ gets its rank here.
ranks='
	0	compat/*
	1	hkj clock symbol running retry thread self housekeeping witness evidence trace
	2	initiator track frame tail seen tally chain waiting series account
	3	probes/* policy loop calibrate
	4	config choice session snapshot names naming details target workload seat
	5	sysfs sysfs_cpu debugfs device
	6	main
'

module_includes()
{
	c_files module | xargs -r -d '\n' \
		awk -v ranks="$ranks" -f scripts/style/includes.awk
}

# includes_beside ALLOWED FILE...: includes that are not of the allowed form.
includes_beside()
{
	local allowed=$1

	shift
	[[ $# -gt 0 ]] || return 0
	grep -HnE '^[ \t]*#[ \t]*include' "$@" | grep -vE "include[ \\t]+$allowed"
}

# The contract is compiled by both worlds and knows neither; the tool knows the
# contract, not the module. Unit tests compile what they test, wherever it is.
world_includes()
{
	local -a contract user

	mapfile -t contract < <(c_files include)
	mapfile -t user < <(c_files user)
	includes_beside '<(linux/types\.h|hkjitter/[a-z_]+\.h)>' "${contract[@]}"
	includes_beside '(<[a-z][a-z0-9_/.-]*>|"[a-z0-9_]+\.h")' "${user[@]}"
	words_outside '#[ \t]*include.*module/' '^$' "${user[@]}"
}

check_includes()
{
	found "$(module_includes; world_includes)"
}

# words_in_code PATTERN FILE...: as words_outside, with comments and strings
# taken out first.
words_in_code()
{
	local pattern=$1

	shift
	[[ $# -gt 0 ]] || return 0
	awk -f scripts/style/strip.awk "$@" | grep -E "^[^:]*:[0-9]+:.*($pattern)"
}

# A function that ends the program cannot be tested, and cannot put back what
# the caller has changed. _exit() in a forked child is something else.
check_exits()
{
	local -a files

	mapfile -t files < <(c_files user | grep -v '^user/main\.c$')
	found "$(words_in_code '\b(exit|quick_exit|errx?|verrx?|abort)[ \t]*\(' "${files[@]}")"
}

# Files whose code runs inside a turn, or in an interruption of it.
hot_files='^module/(loop\.c|account\.[ch]|series\.[ch]|probes/.*\.[ch])$'

# Words that have no place there: prints, allocations, sleeping and spinning
# locks, timers, and division, by operator or by helper.
hot_words='\b((trace_)?printk|pr_[a-z]+|k[mzc]alloc|kv?free|vmalloc|mutex_|spin_lock|raw_spin_lock|do_div|div(64)?_[us]64|msleep|usleep_range|schedule_timeout|hrtimer_(start|init|setup|forward|cancel|try_to_cancel|restart)|mod_timer|add_timer|queue_work|schedule_work)'
hot_operators='[])A-Za-z0-9_][ \t]*[/%]=?[ \t]*[(A-Za-z0-9_]'

check_hot_path()
{
	local -a files

	mapfile -t files < <(c_files module | grep -E "$hot_files")
	found "$(words_in_code "$hot_words|$hot_operators" "${files[@]}")"
}

# All that can carry a comment. The forms of Markdown and of Documentation/ABI
# have no room for one; LICENSE is the licence.
check_spdx()
{
	found "$(tree_files |
		grep -Ev '(\.(md|json|png|txt|gz|bin)|(^|/)(LICENSE|MAINTAINERS|README|VERSION)|^Documentation/ABI/.*)$' |
		xargs -r -d '\n' awk '
		FNR == 1 { names[++n] = FILENAME }
		FNR <= 2 && /SPDX-License-Identifier: GPL-2\.0([^-]|$)/ { has[FILENAME] = 1 }
		FNR > 2 { nextfile }
		END {
			for (i = 1; i <= n; i++)
				if (!(names[i] in has))
					print names[i] ":1: no SPDX-License-Identifier: GPL-2.0"
		}')"
}

file_size_max=600

check_file_size()
{
	found "$(tree_files | grep -v '^LICENSE$' | xargs -r -d '\n' wc -l |
		awk -v max="$file_size_max" '$2 != "total" && $1 > max {
			print $2 ": " $1 " lines, at most " max " are readable"
		}')"
}

# Hosts that this machine fetches packages from: none belongs into the tree,
# since each machine's package lists name its own.
package_hosts()
{
	apt-get indextargets --format '$(SITE)' 2> /dev/null |
		sed -E 's|^[a-z+]+://([^/:]+).*|\1|' | sort -u | sed 's/[.]/[.]/g'
}

# Brackets keep the patterns from finding themselves.
check_places()
{
	local pattern host

	pattern='(^|[^A-Za-z0-9_.])/(wor[k]|hom[e]/[a-z]+|roo[t])/|/tm[p]/dl\b'
	pattern+='|[a-z]+[.]debian[.](org|net)|npmj[s][.]|pyp[i][.]org|prox[y][.]golang'
	while read -r host; do
		pattern+="|$host"
	done < <(package_hosts)
	found "$(tree_files | xargs -r -d '\n' grep -nIE "$pattern")"
}

# Kbuild names each C file of the module, and no other.
check_kbuild()
{
	local named present

	named=$(sed -E 's/#.*//; s/[ \t\\]+/\n/g' Kbuild |
		sed -nE 's|^(module/.*)\.o$|\1.c|p' | sort -u)
	present=$(c_files module | grep '\.c$' | sort -u)
	found "$(comm -3 <(printf '%s\n' "$named") <(printf '%s\n' "$present") |
		sed -E 's|^\t(.*)|\1: is not in Kbuild|; t; s|(.*)|Kbuild: there is no \1|')"
}

# The version stands in the contract; whatever else names it says the same.
check_version()
{
	local version

	version=$(sed -nE 's/^#define HKJ_VERSION[ \t]+"(.*)"$/\1/p' include/hkjitter/version.h)
	[[ $version ]] || { echo "include/hkjitter/version.h: no HKJ_VERSION"; return 1; }
	found "$(grep -Hn '^PACKAGE_VERSION=' dkms.conf | grep -vF "=\"$version\""
		[[ ! -e VERSION ]] || grep -HnvxF "$version" VERSION)"
}
