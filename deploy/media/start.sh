#!/bin/sh
# Starts rtpengine in user space, in the foreground. MEDIA_ADDRESS is its own address (by default this machine's first),
# SIP_ADVERTISE the one that telephones and carriers see; MEDIA_CONTROL takes the edge's commands.
# After MEDIA_TIMEOUT seconds without sound from either end a call is over.
set -eu
command -v rtpengine >/dev/null || {
  echo 'rtpengine is missing: apt-get install rtpengine-daemon' >&2
  exit 1
}
own=${MEDIA_ADDRESS:-$(hostname -i | cut -d ' ' -f 1)}
exec rtpengine --config-file=none --foreground --table=-1 --log-stderr --log-level="${MEDIA_LOG:-4}" \
  --interface="$own${SIP_ADVERTISE:+!$SIP_ADVERTISE}" --listen-ng="${MEDIA_CONTROL:-$own:2223}" \
  --timeout="${MEDIA_TIMEOUT:-20}" \
  --port-min="${MEDIA_PORT_MIN:-30000}" --port-max="${MEDIA_PORT_MAX:-30199}"
