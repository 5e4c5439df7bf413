# What the benchmarks share; read by bench/run and bench/*/run, which stand in the root of
# the repository then.
# shellcheck shell=bash

heddle=${HEDDLE:-${CARGO_TARGET_DIR:-target}/release/heddle}
# How often a measurement is repeated; the least time counts.
runs=${RUNS:-3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "error: $*" >&2
    exit 1
}

# Fails unless the command $1 is there, which is in the Debian package $2.
need() {
    command -v "$1" >/dev/null && return
    echo "error: no $1 found; install it: apt-get install $2" >&2
    exit 2
}

# The newest version of an LLVM tool $1, which is in the Debian package $2.
newest() {
    for version in 19 18 17 16 15; do
        if command -v "$1-$version" >/dev/null; then
            echo "$1-$version"
            return
        fi
    done
    echo "error: no $1 found; install it: apt-get install $2" >&2
    exit 2
}

# A field of a result in JSON, each on its line: its name $1, the file $2.
field() {
    sed -n "s/.*\"$1\": \"\?\([^,\"]*\)\"\?,\?$/\1/p" "$2" | head -n 1
}

# The least wall time in seconds of a command over all runs. Its output is in the file $1,
# its exit code is not looked at.
least_wall() {
    local output=$1 best="" run
    shift
    for ((run = 0; run < runs; run++)); do
        local time
        time=$({ TIMEFORMAT=%R; time "$@" >"$output" 2>&1; } 2>&1) || true
        best=$(awk -v a="$time" -v b="${best:-1e9}" 'BEGIN { print (a < b) ? a : b }')
    done
    echo "$best"
}

# The least user and system time in seconds of a command over all runs.
least_cpu() {
    local best="" run
    for ((run = 0; run < runs; run++)); do
        local time
        time=$({ TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
        best=$(awk -v a="$time" -v b="${best:-1e9}" 'BEGIN { print (a < b) ? a : b }')
    done
    echo "$best"
}

# Checks with heddle: the result in JSON into the file $1, options and files $2.... Prints the
# least wall time; the verdict is for the caller to look at, and empty if heddle failed.
timed_check() {
    local result=$1
    shift
    rm -f "$result"
    least_wall "$result.out" "$heddle" check --quiet --json "$result" "$@"
    [[ -e $result ]] || : >"$result"
}

# What an awk expression says, with names given as name=value before it.
compute() {
    local format=$1 arguments=()
    shift
    while (($# > 1)); do
        arguments+=(-v "$1")
        shift
    done
    awk "${arguments[@]}" "BEGIN { printf \"$format\", ($1) }"
}
