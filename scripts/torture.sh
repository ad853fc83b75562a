#!/usr/bin/env bash
# Kills, starves and crowds the program, and asks for the same dataset bytes every time.
#
#   scripts/torture.sh [POINTS] [MANIFEST]
#
# POINTS (60) is the number of kills; a fifth of them fall on answers of a review that are taken into a finished build
# and on the rebuild behind them. Of the others, with a MANIFEST of kept documents, half fall on runs over those;
# without one all fall on the sample. AFB_BIN names the program (target/release/afb-build), AFB_SEED the seed of the points.
# Ends with 0 when nothing fell; what the machine does not allow is skipped with a line that says so.
set -uo pipefail
cd "$(dirname "$0")/.."

points=${1:-60}
manifest=${2:-}
bin=$(realpath "${AFB_BIN:-target/release/afb-build}") || exit 2
RANDOM=${AFB_SEED:-20261129}
work=$(mktemp -d)
mounted=
finish() {
    [ -n "$mounted" ] && umount "$mounted"
    rm -rf "$work"
}
trap finish EXIT
unset AFB_CONTACT AFB_LLM_BASE_URL AFB_LLM_API_KEY
failures=0

fell() {
    failures=$((failures + 1))
    printf 'FELL   %s\n' "$*"
    [ -s "$work/err" ] && tail -3 "$work/err" | sed 's/^/       /'
}
good() { printf 'ok     %s\n' "$*"; }
skip() { printf 'skip   %s\n' "$*"; }

# Both kinds of run: what to do in a data directory, and which file comes of it.
sample() { "$bin" run --sample --data "$1"; }
sample_file() { echo "$1/sample/datasets/auditfraudbench.sqlite"; }
reviewed() {
    "$bin" review import "$work/sheet.csv" --reviewer torture --data "$1/sample" &&
        "$bin" run --sample --data "$1" --config "$work/other.toml"
}
reviewed_file() { sample_file "$1"; }
mirror() { "$bin" cache import "$manifest" --data "$1" && "$bin" run --offline --data "$1"; }
mirror_file() { echo "$1/datasets/auditfraudbench.sqlite"; }

# Runs to the end, quietly. Exit 0 or 3 (something is missing, as in any mirror) and no panic is a good end.
whole() {
    "$1" "$2" >"$work/out" 2>"$work/err"
    local code=$?
    grep -q panicked "$work/err" && return 1
    [ $code = 0 ] || [ $code = 3 ]
}

same() { cmp -s "$("$1_file" "$2")" "$work/expected-$1"; }

# What a kind of run starts from: a finished build where answers are taken into one, else nothing.
prepare() {
    [ "$1" = reviewed ] && cp -r "$work/whole-sample" "$2"
    return 0
}

# A sheet of checks with answers, and settings by which every text is cleaned anew.
review_sheet() {
    command -v python3 >/dev/null || { skip "kills of reviews: no python3 to answer a sheet with"; return 1; }
    "$bin" review sample 20 --seed 1 "$work/sheet.csv" --data "$work/whole-sample/sample" >"$work/out" 2>"$work/err" ||
        { fell "a sheet of the sample"; return 1; }
    printf '[text]\nshort_below = 2001\n' >"$work/other.toml"
    python3 - "$work/sheet.csv" <<'PY'
import csv, sys
with open(sys.argv[1], newline="", encoding="utf-8-sig") as file:
    rows = list(csv.reader(file))
for number, row in enumerate(rows[1:]):
    row[6], row[7] = [("right", ""), ("wrong", "looked at twice"), ("unsure", "the quote is short")][number % 3]
with open(sys.argv[1], "w", newline="", encoding="utf-8") as file:
    csv.writer(file).writerows(rows)
PY
}

# A run that is expected to fail: it says why and is no panic.
refused() {
    local name=$1 code=$2
    if [ "$code" = 0 ] || [ "$code" = 1 ] || [ "$code" = 101 ] || [ "$code" -ge 128 ] || grep -q panicked "$work/err"; then
        fell "$name: exit $code"
    elif [ ! -s "$work/err" ]; then
        fell "$name: exit $code without a word"
    else
        good "$name: exit $code, $(tail -1 "$work/err" | cut -c1-100)"
    fi
}

reference() {
    local from to
    prepare "$1" "$work/whole-$1"
    from=$(date +%s%N)
    whole "$1" "$work/whole-$1" || { fell "a whole $1 run"; return 1; }
    to=$(date +%s%N)
    cp "$("$1_file" "$work/whole-$1")" "$work/expected-$1"
    took=$(((to - from) / 1000000))
    good "$1 in one go: $took ms, $(stat -c %s "$work/expected-$1") bytes"
    whole "$1" "$work/whole-$1" && same "$1" "$work/whole-$1" || fell "$1: a second run changed the dataset"
}

# Kills what works on a data directory, and waits until it is gone: on a busy machine that takes its time.
ended() {
    for _ in $(seq 200); do
        pkill -KILL -f -- "--data $1" || return 0
        sleep 0.05
    done
}

# So many kills, four in each data directory, then a run to the end.
kills() {
    local kind=$1 left=$2 round=0 bad=0 share killed=0
    export bin manifest work
    export -f sample reviewed mirror
    # A run that ended before its kill came does not count.
    while [ "$left" -gt 0 ] && [ $round -lt $((2 * $2 + 4)) ]; do
        round=$((round + 1))
        local dir=$work/$kind-$round
        prepare "$kind" "$dir"
        for _ in 1 2 3 4; do
            [ "$left" -gt 0 ] || break
            share=$((RANDOM % 1000))
            # The whole group, so that a worker process does not outlive its parent. The shell's own words about
            # a killed child are of no use.
            {
                timeout -s KILL "$(awk "BEGIN { printf \"%.3f\", 0.01 + $took * $share / 1e6 }")" \
                    bash -c "$kind '$dir'" >"$work/out" 2>"$work/err"
                [ $? = 137 ] && killed=$((killed + 1)) left=$((left - 1))
                # What the killed shell had started lives on and would hold the directory.
                ended "$dir"
            } 2>/dev/null
        done
        whole "$kind" "$dir" && same "$kind" "$dir" || { bad=$((bad + 1)); fell "$kind round $round"; }
        rm -rf "$dir"
    done
    [ $bad = 0 ] && good "$kind: $killed kills in $round directories, the same bytes after each"
}

two_processes() {
    local dir=$work/two first second
    sample "$dir" >/dev/null 2>"$work/err-first" &
    first=$!
    sample "$dir" >"$work/out" 2>"$work/err"
    second=$?
    wait $first
    first=$?
    # Whichever came first works, the other is told; or they came one after the other.
    case "$first $second" in
        "0 4" | "4 0" | "0 0") same sample "$dir" && good "two processes: exits $first and $second" || fell "two processes: another dataset" ;;
        *) fell "two processes: exits $first and $second" ;;
    esac
}

read_only() {
    local dir=$work/read-only
    whole sample "$dir" || fell "a run before the directory is read-only"
    chmod -R a-w,a+rX "$dir"
    chmod a+rx "$work"
    local as=()
    if [ "$(id -u)" = 0 ]; then
        # No permission stops the superuser.
        as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
        if ! "${as[@]}" "$bin" --version >/dev/null 2>&1; then
            skip "read-only directory: cannot run as another user"
            chmod -R u+w "$dir"
            return
        fi
    fi
    "${as[@]}" "$bin" run --sample --data "$dir" >"$work/out" 2>"$work/err"
    refused "run in a read-only directory" $?
    same sample "$dir" || fell "a read-only directory changed"
    if "${as[@]}" "$bin" status --data "$dir/sample" >"$work/out" 2>"$work/err"; then
        good "status in a read-only directory"
    else
        refused "status in a read-only directory" $?
    fi
    chmod -R u+w "$dir"
}

# No file may grow over so many KiB.
file_limit() {
    local limit dir
    for limit in 4 64 512 2048; do
        dir=$work/limit-$limit
        (
            # Without this the signal ends the process before it can say anything.
            trap '' XFSZ
            ulimit -f "$limit"
            exec "$bin" run --sample --data "$dir"
        ) >"$work/out" 2>"$work/err" | cat
        local code=${PIPESTATUS[0]}
        if [ "$code" = 0 ] && same sample "$dir"; then
            good "files of at most $limit KiB are enough"
        else
            refused "files of at most $limit KiB" "$code"
        fi
        whole sample "$dir" && same sample "$dir" && good "  and with room again the same bytes" || fell "  after files of at most $limit KiB"
        rm -rf "$dir"
    done
}

full_disk() {
    local size dir=$work/disk
    mkdir "$dir"
    for size in 1 4 8; do
        if ! mount -t tmpfs -o "size=${size}m" tmpfs "$dir" 2>/dev/null; then
            skip "full disk: no right to mount a small one (the limit on files stands for it)"
            return
        fi
        mounted=$dir
        "$bin" run --sample --data "$dir/data" >"$work/out" 2>"$work/err"
        local code=$?
        if [ $code = 0 ]; then
            good "a disk of $size MB is enough"
        else
            refused "a disk of $size MB" $code
        fi
        mount -o remount,size=256m "$dir"
        whole sample "$dir/data" && same sample "$dir/data" && good "  and with room again the same bytes" || fell "  after a disk of $size MB"
        umount "$dir" && mounted=
    done
}

# A copy taken by SQLite's own means while a run writes is a database that a run goes on from. (`cache export` copies
# documents; for the database there is no verb, since VACUUM INTO of any SQLite does it.)
open_copy() {
    command -v python3 >/dev/null || { skip "copy of an open database: no python3 to take it with"; return; }
    local dir=$work/open copy=$work/copy run
    sample "$dir" >/dev/null 2>"$work/err" &
    run=$!
    for _ in $(seq 200); do
        [ -s "$dir/sample/afb.sqlite" ] && break
        sleep 0.01
    done
    sleep "$(awk "BEGIN { printf \"%.3f\", $took / 3000 }")"
    mkdir -p "$copy/sample"
    python3 - "$dir/sample/afb.sqlite" "$copy/sample/afb.sqlite" <<'PY' || fell "copy of an open database"
import sqlite3, sys
source = sqlite3.connect(sys.argv[1], timeout=10)
source.execute("VACUUM INTO ?", (sys.argv[2],))
copy = sqlite3.connect(sys.argv[2])
assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
PY
    wait $run
    # The documents that the copy names are written before their rows, so they can be copied afterwards.
    cp -r "$dir/sample/blobs-v1" "$copy/sample/"
    whole sample "$copy" && same sample "$copy" && good "a copy of the open database goes on to the same bytes" || fell "a run from a copy of the open database"
}

# Runs that are killed part of the way, each under a clock that stands somewhere else, then one to the end.
clock_jumps() {
    command -v faketime >/dev/null || { skip "clock jumps: no faketime (a package of that name) to set another clock with"; return; }
    local dir=$work/clock day
    for day in 2035-06-01 1999-01-01 2024-02-29 2010-12-31; do
        {
            timeout -s KILL "$(awk "BEGIN { printf \"%.3f\", 0.05 + $took / 4000 }")" \
                faketime "$day 12:00:00" "$bin" run --sample --data "$dir" >"$work/out" 2>"$work/err"
            ended "$dir"
        } 2>/dev/null
    done
    faketime '2001-02-03 04:05:06' "$bin" run --sample --data "$dir" >"$work/out" 2>"$work/err"
    same sample "$dir" && good "a clock that jumps by decades: the same bytes" || fell "clock jumps"
}

took=0
reference sample || exit 1
sample_took=$took
reviews=$((points / 5))
if [ -n "$manifest" ]; then
    manifest=$(realpath "$manifest")
    kills sample $(((points - reviews) / 2))
else
    kills sample $((points - reviews))
fi
if review_sheet && reference reviewed; then
    kills reviewed $reviews
fi
took=$sample_took
two_processes
read_only
file_limit
full_disk
open_copy
clock_jumps
if [ -n "$manifest" ]; then
    reference mirror && kills mirror $((points - reviews - (points - reviews) / 2))
fi

if [ $failures -gt 0 ]; then
    echo "$failures fell"
    exit 1
fi
echo "nothing fell"
