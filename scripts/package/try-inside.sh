#!/bin/sh
# The trial of a release, inside the bare Debian: install, serve, verify, upgrade, fail to upgrade, roll back. Arguments:
# the version to install, one whose migration fails, one whose migration works.
set -eu

first=$1
failing=$2
good=$3
bundle() { echo "/media/svc-$1-linux-x64.tar.gz"; }
client() { /opt/svc/current/runtime/bin/node /media/try-client.mjs "$@"; }
step() { printf '%s  %s\n' "$(date +%T)" "$*" >&2; }
fail() { printf 'FAILED: %s\n' "$*" >&2; cat /root/server.log >&2 2>/dev/null || true; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1: expected \"$3\", got \"$2\""; }
# exits STATUS COMMAND...: runs the command, keeps its output in /root/out, and compares its exit status.
exits() {
  wanted=$1
  shift
  status=0
  "$@" >/root/out 2>&1 || status=$?
  [ "$status" = "$wanted" ] || { cat /root/out >&2; fail "$*: status $status, not $wanted"; }
}
says() { grep -q -- "$1" /root/out || { cat /root/out >&2; fail "nothing says \"$1\""; }; }
holder() { sed -n 's/.*"pid":\([0-9]*\).*/\1/p' /var/lib/svc/data/server.lock.json 2>/dev/null || true; }
missed() { find /var/lib/svc/data -maxdepth 1 -name audit-heads-lost; }
owners() { find /var/lib/svc /var/backups/svc /var/log/svc /etc/svc/keys ! -user svc ! -path /var/lib/svc/lost+found; }

# Servers of the trial end with it; nothing else runs in this namespace.
trap 'status=$?; trap - EXIT; kill -9 -1 2>/dev/null || true; exit $status' EXIT

cat >/root/start.sh <<'END'
#!/bin/sh
setsid svc serve >>/root/server.log 2>&1 </dev/null &
END
cat >/root/stop.sh <<'END'
#!/bin/sh
pid=$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' /var/lib/svc/data/server.lock.json 2>/dev/null || true)
[ -n "$pid" ] || exit 0
kill -TERM "$pid"
tries=0
while kill -0 "$pid" 2>/dev/null; do
  tries=$((tries + 1))
  [ $tries -lt 600 ] || exit 1
  sleep 0.1
done
END
chmod +x /root/start.sh /root/stop.sh
upgrade() { svc upgrade apply --yes --stop-command /root/stop.sh --start-command /root/start.sh "$@"; }
rollback() { svc rollback --yes --stop-command /root/stop.sh --start-command /root/start.sh "$@"; }
await_server() {
  tries=0
  until /opt/svc/current/runtime/bin/node -e 'fetch("http://127.0.0.1:8081/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail 'the server does not become ready'
    sleep 0.2
  done
}

# Every machine has this file; without it the demo would ask a name server for localhost, which its console is shown under.
[ -e /etc/hosts ] || printf '127.0.0.1 localhost\n::1 localhost\n' >/etc/hosts

is 'interfaces' "$(sed -n 's/^ *\([a-z0-9]*\):.*/\1/p' /proc/net/dev | tr '\n' ' ')" 'lo '

step 'Unpack and install'
cd /root
tar -xzf "$(bundle "$first")"
exits 1 "/root/svc-$first-linux-x64/install.sh"
says 'name the public key'
cp -R "/root/svc-$first-linux-x64" /root/tampered
echo '// one line more' >>/root/tampered/server/serve.ts
exits 1 /root/tampered/install.sh --key /media/svc-release.pub
says 'files differ from the release'
rm -rf /root/tampered
# A disk that was mounted before, as it is after mkfs.
mkdir -p /var/lib/svc/lost+found
exits 0 "/root/svc-$first-linux-x64/install.sh" --key /media/svc-release.pub
stated=$(sed -n 's/.*, \([0-9]*\) MB below \/opt .*/\1/p' /opt/svc/current/data/guide/install.md)
size=$(du -s --block-size=MB "/opt/svc/$first" | sed 's/MB.*//')
[ "$size" -le "$stated" ] && [ "$size" -ge $((stated - 60)) ] || fail "the release has $size MB, the guide says $stated"
is 'version' "$(svc version --json | sed 's/,.*//')" "{\"version\":\"$first\""
is 'modes' "$(stat -c '%a %U:%G' /etc/svc /etc/svc/svc.conf /etc/svc/keys/master.key /var/lib/svc /var/backups/svc | tr '\n' ' ')" \
  '750 root:svc 640 root:svc 600 svc:svc 700 svc:svc 700 svc:svc '
before=$(find /etc/svc /opt/svc /var/lib/svc /etc/systemd -type f -exec sha256sum {} + | sort | sha256sum)
exits 0 "/root/svc-$first-linux-x64/install.sh"
is 'the second run changes' "$(find /etc/svc /opt/svc /var/lib/svc /etc/systemd -type f -exec sha256sum {} + | sort | sha256sum)" "$before"

step 'Serve as the user svc, and verify'
/root/start.sh
await_server
is 'user of the server' "$(stat -c %U "/proc/$(holder)")" svc
key=$(svc keys create --name trial --env sandbox --json | grep -o 'svc_sandbox_[A-Za-z0-9_]\{20,\}' | head -n 1)
is 'a sandbox verification' "$(client submit "$key" first)" approved
is 'owners' "$(owners)" ''
exits 2 setpriv --reuid=nobody --regid=nogroup --clear-groups -- /usr/local/bin/svc status
says 'the user nobody may not read "/etc/svc/svc.conf"'
exits 0 "/opt/svc/$first/install.sh"

step 'A demo verification with images'
mkdir /tmp/demo
chown nobody /tmp/demo
: >/root/demo.log
(cd /tmp && HOME=/tmp setsid setpriv --reuid=nobody --regid=nogroup --clear-groups -- /usr/local/bin/svc serve --demo --empty --data-dir /tmp/demo --port 8090 >/root/demo.log 2>&1 </dev/null &)
tries=0
until grep -q 'live key\|Live\|svc_live_' /root/demo.log; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] || { cat /root/demo.log >&2; fail 'the demo does not start'; }
  sleep 0.2
done
specimens=/opt/svc/current/data/reference/specimens
exits 0 setpriv --reuid=nobody --regid=nogroup --clear-groups -- /usr/local/bin/svc --demo --data-dir /tmp/demo verifications submit --json --url http://127.0.0.1:8090 \
  --country SN --id-type national_id --id-number 2751199400042 --first-name Awa --last-name Teranga --date-of-birth 1994-03-14 \
  --front $specimens/senegal-id-front.jpg --selfie $specimens/selfie.jpg
says '"status":"approved"'
kill -TERM "$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' /tmp/demo/server.lock.json)"

step 'As in the container: another user, a read-only root, no shell'
mkdir -p /tmp/image /tmp/image-data
chown 65532:65532 /tmp/image-data
mount --bind / /tmp/image
mount -o remount,bind,ro /tmp/image
mount --bind /tmp/image-data /tmp/image/mnt
contained() { chroot --userspec=65532:65532 --groups= /tmp/image /opt/svc/current/runtime/bin/node /opt/svc/current/cli/svc.js "$@"; }
exits 0 contained init --config /mnt/svc.conf --data-dir /mnt/data --master-key-file /mnt/keys/master.key
(SVC_PORT=8095 contained serve --config /mnt/svc.conf >/root/image.log 2>&1 </dev/null &)
tries=0
until /opt/svc/current/runtime/bin/node -e 'fetch("http://127.0.0.1:8096/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; do
  tries=$((tries + 1))
  [ $tries -lt 100 ] || { cat /root/image.log >&2; fail 'the server of the image does not become ready'; }
  sleep 0.2
done
kill -TERM "$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' /tmp/image-data/data/server.lock.json)"

step 'Check bundles'
exits 0 svc upgrade check "$(bundle "$good")"
says 'trial_good: rewriting, 1 rows written anew (verifications)'
exits 3 svc upgrade check "$(bundle "$first")"
cp "$(bundle "$good")" /root/changed.tar.gz
cp "$(bundle "$good").sig" /root/changed.tar.gz.sig
printf 'x' >>/root/changed.tar.gz
exits 6 svc upgrade check /root/changed.tar.gz
says 'does not fit the key'
rm /root/changed.tar.gz /root/changed.tar.gz.sig

step 'An upgrade whose migration fails half way'
exits 1 upgrade "$(bundle "$failing")"
says '(trial_failing) failed: UNIQUE constraint failed: half_done.id'
says 'Nothing was changed'
says "$first is in use again"
is 'release in use' "$(readlink /opt/svc/current)" "$first"
await_server
is 'data' "$(client count "$key")" '1 first'
exits 0 svc upgrade status
says 'rolled back'
is 'owners' "$(owners)" ''

step 'An upgrade that works, with data in it'
exits 0 upgrade "$(bundle "$good")"
is 'release in use' "$(readlink /opt/svc/current)" "$good"
is 'data' "$(client count "$key")" '1 first'
exits 6 "/opt/svc/$first/bin/svc" status
says 'svc rollback'

step 'Roll back'
exits 0 rollback
is 'release in use' "$(readlink /opt/svc/current)" "$first"
await_server
is 'data' "$(client count "$key")" '1 first'
is 'list of missed entries' "$(missed)" ''

step 'Roll back after new work came in: refused, unless its loss is accepted'
exits 0 upgrade "$(bundle "$good")"
is 'a verification in the new release' "$(client submit "$key" second)" approved
exits 6 rollback
says 'accept the loss'
is 'release in use' "$(readlink /opt/svc/current)" "$good"
await_server
is 'data' "$(client count "$key")" '2 second'
exits 0 rollback --accept-loss
says 'sweeps no images until you move its list'
is 'list of missed entries' "$(missed)" /var/lib/svc/data/audit-heads-lost
sh -c "$(sed -n 's/.* its list: //p' /root/out)"
is 'list of missed entries' "$(missed)" ''
is 'data' "$(client count "$key")" '1 first'
is 'owners' "$(owners)" ''

step 'An upgrade that is killed after it has switched releases'
phase() { sed -n 's/.*"phase": "\([a-z_]*\)".*/\1/p' /opt/svc/upgrade.json | tail -n 1; }
running() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -q "svc.js upgrade $1"; }
setsid /usr/local/bin/svc upgrade apply --yes --stop-command /root/stop.sh --start-command /root/start.sh "$(bundle "$good")" >/root/killed.log 2>&1 &
killed=$!
tries=0
until [ "$(phase)" = switched ]; do
  tries=$((tries + 1))
  [ $tries -lt 3000 ] || { cat /root/killed.log >&2; fail 'the upgrade does not come to its trial'; }
  sleep 0.02
done
kill -9 "$killed"
tries=0
while running trial; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] || fail 'the trial does not end'
  sleep 0.1
done
exits 3 svc upgrade status
says 'svc rollback'
exits 3 svc upgrade apply --yes "$(bundle "$good")"
exits 0 rollback
is 'release in use' "$(readlink /opt/svc/current)" "$first"
/root/start.sh
await_server
is 'data' "$(client count "$key")" '1 first'
is 'owners' "$(owners)" ''

step 'Stop'
/root/stop.sh
is 'interfaces' "$(sed -n 's/^ *\([a-z0-9]*\):.*/\1/p' /proc/net/dev | tr '\n' ' ')" 'lo '
step 'Done'
