# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A private apt: its own sources, lists and cache below one folder, so that the
# machine's own package state is neither used nor changed. Only the mirror is
# taken from the machine: what it can reach, we can reach. Meant to be sourced.

apt_room=		# set by apt_open

# The machine's own sources as apt itself understands them, one-line and
# deb822 alike: "URI RELEASE COMPONENT" a line. Works without package lists.
machine_sources()
{
	# shellcheck disable=SC2016	# apt's variables, not the shell's
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' 2> /dev/null | sort -u
}

# The URI of the main archive, whatever suite of Debian the machine runs.
main_uri()
{
	machine_sources | awk '
		$2 ~ /^(bookworm|trixie|forky|sid|stable|oldstable|testing|unstable)$/ &&
		$3 == "main" { print $1; exit }'
}

# The URI of the security archive: the machine's, else the usual place of it
# beside the main one.
security_uri()
{
	local uri

	uri=$(machine_sources | awk '$2 ~ /-security$/ && $3 == "main" { print $1; exit }')
	printf '%s\n' "${uri:-${1%/}-security/}"
}

# Debian's keyring where there is one (its name changed in Debian 13); without
# it apt falls back on the keys that the machine trusts.
signed_by()
{
	local file

	for file in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
		[[ -r $file ]] || continue
		printf '[signed-by=%s arch=amd64]\n' "$file"
		return
	done
	printf '[arch=amd64]\n'
}

# apt_sources SUITE: it and its security updates, as far as it has any of its own,
# one source a line. Fails when the machine names no Debian archive.
apt_sources()
{
	local uri options

	uri=$(main_uri)
	[[ -n $uri ]] || return
	options=$(signed_by)
	printf 'deb %s %s %s main\n' "$options" "$uri" "$1"
	case $1 in
	*-backports | sid | unstable) return ;;
	esac
	printf 'deb %s %s %s-security main\n' "$options" "$(security_uri "$uri")" "$1"
}

# apt_open FOLDER SUITE: prepare the private apt for SUITE. Fails when the machine
# names no Debian archive.
apt_open()
{

	apt_room=$1
	mkdir -p "$apt_room"/{state/lists/partial,cache/archives/partial,debs} || return
	: > "$apt_room/status"
	apt_sources "$2" > "$apt_room/sources.list" || return
	# The machine's proxy and the like stay in force; its hooks and pins do not.
	cat > "$apt_room/apt.conf" <<-END
	#clear APT::Update;
	#clear DPkg::Post-Invoke;
	APT::Architecture "amd64";
	#clear APT::Architectures;
	APT::Architectures { "amd64"; };
	APT::Sandbox::User "";
	APT::Default-Release "";
	Acquire::Languages "none";
	Acquire::Retries "2";
	Acquire::http::Timeout "30";
	Acquire::https::Timeout "30";
	Dir::State "$apt_room/state";
	Dir::State::status "$apt_room/status";
	Dir::Cache "$apt_room/cache";
	Dir::Etc::sourcelist "$apt_room/sources.list";
	Dir::Etc::sourceparts "/dev/null";
	Dir::Etc::preferences "/dev/null";
	Dir::Etc::preferencesparts "/dev/null";
	END
}

# apt_do TOOL ARGUMENT...: apt-get or apt-cache, inside the private room.
apt_do()
{
	local tool=$1

	shift
	"$tool" -qq -c "$apt_room/apt.conf" "$@"
}

apt_update()
{
	apt_do apt-get update -o APT::Update::Error-Mode=any
}

# Names of packages that match an extended regular expression.
apt_names()
{
	apt_do apt-cache pkgnames linux- | grep -E "$1"
}

# apt_field PACKAGE FIELD: of the newest version.
apt_field()
{
	apt_do apt-cache show --no-all-versions "$1" | sed -n "s/^$2: //p" | head -n 1
}

# apt_download PACKAGE...: into debs/ of the room, checked by apt.
apt_download()
{
	(cd "$apt_room/debs" && apt_do apt-get download "$@")
}
