#!/bin/sh
# Starts the SIP edge in the foreground. Settings (docs/operations.md) come from the environment:
#   TOPLINE_URL, SIP_PROXY_TOKEN, SIP_REALM, SIP_DATABASE_URL, and those that have defaults below.
set -eu

fail() {
  echo "$1" >&2
  exit 1
}

: "${TOPLINE_URL:?set TOPLINE_URL to where Topline answers, like http://127.0.0.1:3000}"
: "${SIP_PROXY_TOKEN:?set SIP_PROXY_TOKEN, the same as for Topline}"
: "${SIP_REALM:?set SIP_REALM, the same as for Topline}"
: "${SIP_DATABASE_URL:?set SIP_DATABASE_URL to the database of Topline}"
SIP_ADDRESS=${SIP_ADDRESS:-0.0.0.0}
SIP_PORT=${SIP_PORT:-5060}
SIP_TLS_PORT=${SIP_TLS_PORT:-5061}
SIP_TLS_ROOTS=${SIP_TLS_ROOTS:-/etc/ssl/certs}
SIP_RPC_ADDRESS=${SIP_RPC_ADDRESS:-127.0.0.1}
SIP_RPC_PORT=${SIP_RPC_PORT:-5059}
SIP_DIGESTS=${SIP_DIGESTS:-MD5,SHA-256}
SIP_EDGE_ID=${SIP_EDGE_ID:-1}
SIP_WORKERS=${SIP_WORKERS:-4}
SIP_DATABASE_CONNECTIONS=${SIP_DATABASE_CONNECTIONS:-8}
[ "$SIP_DATABASE_CONNECTIONS" -ge 3 ] || fail 'SIP_DATABASE_CONNECTIONS: at least 3'
SIP_QUESTIONS=${SIP_QUESTIONS:-16}
SIP_FLOOD=${SIP_FLOOD:-200}
SIP_CALLS_A_SECOND=${SIP_CALLS_A_SECOND:-50}
SIP_RING_SECONDS=${SIP_RING_SECONDS:-45}
SIP_HEALTH_SECONDS=${SIP_HEALTH_SECONDS:-15}
SIP_ALIVE_SECONDS=${SIP_ALIVE_SECONDS:-30}
[ "$SIP_ALIVE_SECONDS" = 0 ] || [ "$SIP_ALIVE_SECONDS" -ge 30 ] || fail 'SIP_ALIVE_SECONDS: at least 30, or 0 for never'
SIP_NAT_SECONDS=${SIP_NAT_SECONDS:-25}
SIP_ECHO_PORT=${SIP_ECHO_PORT:-5070}
SIP_ECHO_SOUND=${SIP_ECHO_SOUND:-20000-20039}
SIP_ANSWERING_PORT=${SIP_ANSWERING_PORT:-5080}
SIP_ANSWERING_SLOTS=${SIP_ANSWERING_SLOTS:-4}
SIP_ANSWERING_SOUND=${SIP_ANSWERING_SOUND:-20040-20199}
SIP_WEBSOCKET_PORT=${SIP_WEBSOCKET_PORT:-off}

modules=$(dirname "$(find /usr/lib -path '*/kamailio/modules/tm.so' 2>/dev/null | head -n 1)")
missing=
lack() {
  case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac
}
command -v kamailio >/dev/null || lack kamailio
command -v pgbouncer >/dev/null || lack pgbouncer
need() {
  [ -e "$modules/$1.so" ] || lack "$2"
}
need db_postgres kamailio-postgres-modules
need http_client kamailio-utils-modules
need json kamailio-json-modules
need db_sqlite kamailio-sqlite-modules
if [ -n "${SIP_TLS_CERTIFICATE:-}" ]; then
  need tls kamailio-tls-modules
  [ -r "$SIP_TLS_ROOTS" ] || lack ca-certificates
fi
if [ "$SIP_WEBSOCKET_PORT" != off ]; then
  need websocket kamailio-websocket-modules
  [ -n "${RTPENGINE:-}" ] || fail 'SIP_WEBSOCKET_PORT: needs RTPENGINE, as browsers encrypt all sound'
  : "${SIP_WEBSOCKET_ORIGINS:?set SIP_WEBSOCKET_ORIGINS to the addresses of your pages, like https://example.com}"
fi
if [ -n "${SIP_STIR_KEY:-}" ]; then
  need secsipid kamailio-secsipid-modules
  [ -r "$SIP_STIR_KEY" ] || fail "SIP_STIR_KEY: $SIP_STIR_KEY cannot be read"
  case "${SIP_STIR_CERTIFICATE_URL:-}" in
    https://?*) ;;
    *) fail 'SIP_STIR_CERTIFICATE_URL: must begin with https://, and lead to the certificate of SIP_STIR_KEY' ;;
  esac
fi
# Debian's rtpengine stands on this machine or on another: only its own one can be missing here.
case "${RTPENGINE:-}" in
  udp:127.* | udp:localhost*)
    listening=$(printf ':%04X ' "${RTPENGINE##*:}")
    command -v rtpengine >/dev/null || grep -q "$listening" /proc/net/udp /proc/net/udp6 2>/dev/null || lack rtpengine-daemon
    ;;
esac
[ -z "$missing" ] || fail "packages are missing: apt-get install$missing"

# The calls that wait until Topline is asked about them.
queue=$(cat /proc/sys/net/unix/max_dgram_qlen 2>/dev/null || echo 512)
[ "$queue" -ge 128 ] || echo "only $queue calls can wait at once: sysctl net.unix.max_dgram_qlen=512" >&2

# A quotation mark or a line break would end a setting where it stands.
case "$TOPLINE_URL$SIP_PROXY_TOKEN$SIP_REALM$SIP_DATABASE_URL$SIP_ADDRESS${SIP_ADVERTISE:-}${SIP_TLS_CERTIFICATE:-}${SIP_TLS_KEY:-}${RTPENGINE:-}${SIP_STIR_KEY:-}${SIP_STIR_CERTIFICATE_URL:-}${SIP_RECORDINGS:-}${SIP_WEBSOCKET_ORIGINS:-}" in
  *\"* | *\\* | *"
"*) fail 'a setting of the edge holds a quotation mark, a backslash or a line break' ;;
esac

# Kamailio keeps 256 characters for the headers that it stands in.
[ "${#SIP_PROXY_TOKEN}" -le 128 ] || fail 'SIP_PROXY_TOKEN: must have at most 128 characters'

here=$(cd "$(dirname "$0")" && pwd)
run=${SIP_RUN_DIR:-$(mktemp -d)}
# What is not in the database yet when the edge ends: keep it over restarts.
state=${SIP_STATE_DIR:-$run}
mkdir -p "$run" "$state"
chmod 700 "$run" "$state"
umask 077
# Each of Kamailio's processes has a connection to the database, and few of them use it at the same moment: pgbouncer
# leads all of them there over few. What it does not get rid of in time goes into the file of reports.
pool=$run/pool-$$
rm -rf "$run"/pool-*
mkdir "$pool"
url=${SIP_DATABASE_URL#*://}
case "$url" in *@*/*) ;; *) fail 'SIP_DATABASE_URL: must be like postgres://user:password@host:5432/database' ;; esac
who=${url%%@*}
where=${url#*@}
host=${where%%/*}
case "$who" in *:*) password=${who#*:} ;; *) password= ;; esac
case "$host" in *:*) port=${host##*:} ;; *) port=5432 ;; esac
database=${where#*/}
case "$SIP_DATABASE_URL" in *\'*) fail 'SIP_DATABASE_URL: must not contain an apostrophe' ;; esac
{
  echo '[databases]'
  server="host='${host%:*}' port='$port' dbname='${database%%\?*}' user='${who%%:*}' password='$password'"
  # What is reported of calls is on the disk before the edge forgets it, and a process for SIP waits for that. What the edge
  # knows of them for itself has not to be.
  echo "reports = $server pool_size=$((SIP_DATABASE_CONNECTIONS / 2)) connect_query='set search_path = sip'"
  echo "edge = $server connect_query='set search_path = sip; set synchronous_commit = off'"
  echo '[pgbouncer]'
  echo 'listen_addr ='
  echo "unix_socket_dir = $pool"
  echo 'auth_type = any'
  echo 'pool_mode = transaction'
  echo "default_pool_size = $(((SIP_DATABASE_CONNECTIONS + 1) / 2))"
  echo 'max_client_conn = 1000'
  echo 'query_wait_timeout = 5'
  echo 'query_timeout = 10'
  echo 'server_connect_timeout = 5'
  echo 'server_login_retry = 1'
  echo 'log_connections = 0'
  echo 'log_disconnections = 0'
  echo 'log_stats = 0'
} >"$pool/pgbouncer.ini"
key=$(printf '%s' "edge key of $SIP_PROXY_TOKEN" | sha256sum | cut -c 1-64)
# Where carriers reach us that we register with; nothing where that is not known.
contact=${SIP_ADVERTISE:-$SIP_ADDRESS}
[ "$contact" != 0.0.0.0 ] || contact=
echo=
if [ "$SIP_ECHO_PORT" != off ]; then
  if command -v baresip >/dev/null; then
    echo="sip:echo@127.0.0.1:$SIP_ECHO_PORT"
  else
    echo 'baresip is missing, so nobody can test a trunk: apt-get install baresip-core, or set SIP_ECHO_PORT=off' >&2
  fi
fi
# The program that answers callers with menus and takes their messages.
machine=${SIP_ANSWERING_PROGRAM:-${SIP_BUN:-bun}}
slots=$SIP_ANSWERING_SLOTS
if [ "$SIP_ANSWERING_PORT" = off ]; then
  slots=0
elif ! command -v baresip >/dev/null; then
  slots=0
  echo 'baresip is missing, so calls in meet no menu and no voicemail: apt-get install baresip-core, or set SIP_ANSWERING_PORT=off' >&2
elif ! command -v "$machine" >/dev/null; then
  slots=0
  echo "$machine is missing, so calls in meet no menu and no voicemail: install it, or set SIP_ANSWERING_PORT=off" >&2
fi
# Its caller's sound, and that of whom it connects them with: each has two ports.
most=$(((${SIP_ANSWERING_SOUND#*-} - ${SIP_ANSWERING_SOUND%-*} + 1) / 4))
[ "$slots" -le "$most" ] || fail "SIP_ANSWERING_SLOTS: SIP_ANSWERING_SOUND has ports for $most only"
recordings=${SIP_RECORDINGS:-}
if [ -n "$recordings" ]; then
  [ -n "${RTPENGINE:-}" ] || fail 'SIP_RECORDINGS: needs RTPENGINE, which records'
  [ -d "$recordings" ] || fail "SIP_RECORDINGS: $recordings is no folder"
  command -v "$machine" >/dev/null || fail "SIP_RECORDINGS: $machine is missing, which sends what was recorded to Topline"
fi
advertise=${SIP_ADVERTISE:+ advertise $SIP_ADVERTISE:$SIP_PORT}
{
  echo '#!KAMAILIO'
  echo '#!define DB_URL "postgres://edge@/edge"'
  echo '#!define SQL_CONNECTION "topline=>postgres://edge@/reports"'
  echo '#!define OWN_CONNECTION "own=>postgres://edge@/edge"'
  echo "#!define JOURNAL \"journal=>sqlite:///$state/reports.sqlite\""
  echo "#!define TOPLINE \"topline=>$TOPLINE_URL\""
  printf '%s\n' "#!define TOPLINE_HEADERS \"application/json\\r\\nAuthorization: Bearer $SIP_PROXY_TOKEN\""
  echo "#!define HASH_KEY \"$key\""
  echo "#!define SERVER_ID $SIP_EDGE_ID"
  echo "#!define CALL_ID_PREFIX \"!$SIP_EDGE_ID!:\""
  echo "#!define WORKERS $SIP_WORKERS"
  echo "#!define QUESTIONS $SIP_QUESTIONS"
  echo "#!define FLOOD $SIP_FLOOD"
  echo "#!define CALLS_A_SECOND $SIP_CALLS_A_SECOND"
  echo "#!define RING_MS $((SIP_RING_SECONDS * 1000))"
  echo "#!define HEALTH_SECONDS $SIP_HEALTH_SECONDS"
  if [ "$SIP_ALIVE_SECONDS" -gt 0 ]; then
    echo '#!define WITH_ALIVE'
    echo "#!define ALIVE_SECONDS $SIP_ALIVE_SECONDS"
  fi
  echo "#!define RPC_PORT $SIP_RPC_PORT"
  if [ "$SIP_NAT_SECONDS" -gt 0 ]; then
    echo '#!define WITH_NAT'
    echo "#!define NAT_SECONDS $SIP_NAT_SECONDS"
    echo "#!define NAT_FROM \"sip:topline@$SIP_REALM\""
  fi
  if [ "$slots" -gt 0 ]; then
    echo '#!define WITH_ANSWERING_MACHINE'
    echo "#!define MACHINE_PORT $SIP_ANSWERING_PORT"
    echo "#!define MACHINE_SLOTS $slots"
  fi
  if [ -n "${SIP_TLS_CERTIFICATE:-}" ]; then
    echo '#!define WITH_TLS'
    echo "#!define TLS_SETTINGS \"$run/tls.cfg\""
    echo 'enable_tls=yes'
  fi
  if [ -n "${RTPENGINE:-}" ]; then
    echo '#!define WITH_RTPENGINE'
    echo "#!define RTPENGINE \"$RTPENGINE\""
  fi
  if [ -n "$recordings" ]; then
    echo '#!define WITH_RECORDINGS'
    echo "topline.recordings = \"$recordings\" desc \"where rtpengine writes them\""
  fi
  if [ -n "${SIP_STIR_KEY:-}" ]; then
    echo '#!define WITH_SIGNATURES'
    echo "topline.signing = \"$SIP_STIR_KEY\" desc \"key that calls are signed with\""
    echo "topline.certificate = \"$SIP_STIR_CERTIFICATE_URL\" desc \"where its certificate is\""
  fi
  if [ "$SIP_WEBSOCKET_PORT" != off ]; then
    echo '#!define WITH_WEBSOCKET'
    echo "#!define WEBSOCKET_PORT $SIP_WEBSOCKET_PORT"
    echo "topline.origins = \"$SIP_WEBSOCKET_ORIGINS\" desc \"pages that may connect\""
  fi
  echo "topline.url = \"$TOPLINE_URL\" desc \"where Topline answers\""
  echo "topline.token = \"$SIP_PROXY_TOKEN\" desc \"what the edge shows it\""
  echo "topline.realm = \"$SIP_REALM\" desc \"realm of the credentials\""
  echo "topline.key = \"$key\" desc \"seals nonces\""
  echo "topline.digests = \"$SIP_DIGESTS\" desc \"algorithms, the usual one first\""
  echo "topline.rpc = \"http://$SIP_RPC_ADDRESS:$SIP_RPC_PORT/\" desc \"where this edge answers\""
  echo "topline.echo = \"$echo\" desc \"who sends back what it hears\""
  echo "topline.address = \"$contact\" desc \"where its sound is reached\""
  echo "topline.contact = \"${contact:+$contact:$SIP_PORT}\" desc \"address that registers\""
  # Behind the others: what follows such a line would count as one more address.
  echo "listen=udp:$SIP_ADDRESS:$SIP_PORT$advertise"
  echo "listen=tcp:$SIP_ADDRESS:$SIP_PORT$advertise"
  echo "listen=tcp:$SIP_RPC_ADDRESS:$SIP_RPC_PORT"
  [ -z "${SIP_TLS_CERTIFICATE:-}" ] || echo "listen=tls:$SIP_ADDRESS:$SIP_TLS_PORT"
  # Browsers: by the edge's own certificate, or from a proxy on this machine that has one.
  if [ "$SIP_WEBSOCKET_PORT" = off ]; then
    :
  elif [ -n "${SIP_TLS_CERTIFICATE:-}" ]; then
    echo "listen=tls:${SIP_WEBSOCKET_ADDRESS:-$SIP_ADDRESS}:$SIP_WEBSOCKET_PORT"
  else
    echo "listen=tcp:${SIP_WEBSOCKET_ADDRESS:-127.0.0.1}:$SIP_WEBSOCKET_PORT"
  fi
  echo "include_file \"$here/kamailio.cfg\""
} >"$run/settings.cfg"

# Telephones show no certificate; carriers do. One whose certificate names a root of the system is believed.
if [ -n "${SIP_TLS_CERTIFICATE:-}" ]; then
  suites='HIGH:!aNULL:!eNULL:!PSK:!SRP:!3DES'
  {
    echo '[server:default]'
    echo 'method = TLSv1.2+'
    echo "cipher_list = $suites"
    echo "certificate = $SIP_TLS_CERTIFICATE"
    echo "private_key = ${SIP_TLS_KEY:?set SIP_TLS_KEY beside SIP_TLS_CERTIFICATE}"
    echo 'verify_certificate = no'
    echo 'require_certificate = no'
    echo '[client:default]'
    echo 'method = TLSv1.2+'
    echo "cipher_list = $suites"
    echo 'verify_certificate = yes'
    echo 'require_certificate = yes'
    # Each process has its own: of a folder it reads only those that it needs.
    if [ -d "$SIP_TLS_ROOTS" ]; then echo "ca_path = $SIP_TLS_ROOTS"; else echo "ca_list = $SIP_TLS_ROOTS"; fi
  } >"$run/tls.cfg"
fi

# Runs a program beside Kamailio, and again if it ends. The signal tells it that the edge has ended. It is no child of
# Kamailio, which waits for its children when it ends.
keep() {
  signal=$1
  shift
  (
    (
      child=
      while kill -0 $$ 2>/dev/null; do
        if [ -z "$child" ] || ! kill -0 "$child" 2>/dev/null; then
          setpriv --pdeathsig "$signal" "$@" &
          child=$!
        fi
        sleep 1
      done
      kill "-$signal" "$child"
    ) </dev/null &
  )
}

# It refuses to run as root.
set -- pgbouncer -q "$pool/pgbouncer.ini"
if [ "$(id -u)" = 0 ]; then
  chmod 711 "$run"
  chown -R nobody "$pool"
  set -- setpriv --reuid nobody --regid nogroup --clear-groups "$@"
fi
keep TERM "$@"
set --
tries=0
while [ ! -S "$pool/.s.PGSQL.6432" ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 100 ] || fail 'pgbouncer does not start'
  sleep 0.1
done

# Answers calls to *43 with what it hears, on this machine only.
if [ -n "$echo" ]; then
  mkdir -p "$run/echo"
  {
    echo "sip_listen 127.0.0.1:$SIP_ECHO_PORT"
    echo "rtp_ports $SIP_ECHO_SOUND"
    echo 'call_local_timeout 30'
    echo 'call_max_calls 20'
    echo 'audio_source aubridge,echo'
    echo 'audio_player aubridge,echo'
    echo 'module_path /usr/lib/baresip/modules'
    echo 'module g711.so'
    echo 'module aubridge.so'
    echo 'module_app account.so'
    echo 'module_app echo.so'
  } >"$run/echo/config"
  echo '<sip:echo@127.0.0.1>;regint=0;answermode=manual;audio_codecs=pcma,pcmu' >"$run/echo/accounts"
  : >"$run/echo/contacts"
  keep KILL baresip -f "$run/echo" >/dev/null 2>&1
fi

if [ "$slots" -gt 0 ] || [ -n "$recordings" ]; then
  SIP_ANSWERING_SLOTS=$slots
  [ "$SIP_ANSWERING_PORT" != off ] || SIP_ANSWERING_PORT=5080
  export TOPLINE_URL SIP_PROXY_TOKEN SIP_ADDRESS SIP_PORT SIP_ANSWERING_PORT SIP_ANSWERING_SLOTS SIP_ANSWERING_SOUND
  export SIP_RUN_DIR="$run" SIP_STATE_DIR="$state" SIP_RECORDINGS="$recordings"
  # One that was built is a whole program; ours is for bun.
  [ -n "${SIP_ANSWERING_PROGRAM:-}" ] || set -- "$here/../../src/services/sip/answering-machine/machine-command.ts"
  keep TERM "$machine" "$@"
fi

# Kamailio writes its times as the machine has them: the database has UTC.
export TZ=UTC PGHOST="$pool" PGPORT=6432
# Of its own memory each process has 16 MB: with the script, browsers' connections no longer found room in 8, and it ended.
exec kamailio -x fm -X fm -f "$run/settings.cfg" -DD -E -w "$run" -Y "$run" -m "${SIP_MEMORY_MB:-256}" -M 16
