#!/usr/bin/env bash
# Guess (2026-11-28): promtool check metrics reads each form in which Prometheus of the same version
#   scrapes a page, so also OpenMetrics, which Prometheus prefers.
# Version: prometheus 2.42.0 of Debian 12.
# Behaviour: promtool reads the older text form only, in which OpenMetrics is nearly valid: pages pass
#   until one has an exemplar or the type unknown. Prometheus scrapes the refused page.
# Seen: promtool: expected integer as timestamp, got "#"; and unknown metric type "unknown".
#   Prometheus: the target is up, both samples are there.
# Source: observed; the specification of OpenMetrics 1.0, "Exemplars" and "Unknown".
set -euo pipefail
dir=$(mktemp -d)
end() {
  kill $(jobs -p) 2>/dev/null || true
  wait
  rm -rf "$dir"
}
trap end EXIT
cd "$dir"
cat >exemplar.txt <<'TXT'
# HELP moves Moves stored.
# TYPE moves counter
moves_total 3.0 # {match="k7"} 1.0 1795870643.0
# EOF
TXT
cat >unknown.txt <<'TXT'
# HELP boards Boards sent.
# TYPE boards unknown
boards 4.0
# EOF
TXT
cat >server.mjs <<'JS'
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
createServer((request, response) => {
  response.setHeader('Content-Type', 'application/openmetrics-text; version=1.0.0; charset=utf-8');
  response.end(readFileSync(`.${request.url}`));
}).listen(19471, '127.0.0.1');
JS
cat >prometheus.yml <<'YML'
scrape_configs:
  - job_name: exemplar
    scrape_interval: 1s
    metrics_path: /exemplar.txt
    static_configs: [{targets: ['127.0.0.1:19471']}]
  - job_name: unknown
    scrape_interval: 1s
    metrics_path: /unknown.txt
    static_configs: [{targets: ['127.0.0.1:19471']}]
YML
node server.mjs &
prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=127.0.0.1:19472 2>log &
value() { curl -sf "http://127.0.0.1:19472/api/v1/query?query=$1" | grep -oE '"[0-9]+"' | tr -d '"' || true; }
for _ in $(seq 200); do
  [ -z "$(value moves_total)" ] || [ -z "$(value boards)" ] || break
  sleep 0.2
done
echo "Prometheus: moves_total $(value moves_total), boards $(value boards)"
first=$(promtool check metrics <exemplar.txt 2>&1 || true)
second=$(promtool check metrics <unknown.txt 2>&1 || true)
echo "promtool: $first"
echo "promtool: $second"
[ "$(value moves_total) $(value boards)" = '3 4' ]
[[ $first == *'expected integer as timestamp, got "#"'* && $second == *'unknown metric type "unknown"'* ]]
