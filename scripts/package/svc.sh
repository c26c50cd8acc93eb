#!/bin/sh
# Runs svc with the Node of its release. As root it becomes the user of the server first, so that root never leaves
# files in the data folder that the server cannot use; only commands that install or switch releases stay root's.
set -eu

self=$(readlink -f -- "$0")
release=${self%/bin/svc}
node=$release/runtime/bin/node
conf=/etc/svc/svc.conf
user=svc

demo=no
command=
skip=no
named=no
for word in "$@"; do
  if [ "$skip" = yes ]; then skip=no; continue; fi
  case $word in
    --demo) demo=yes ;;
    --config | --data-dir) skip=yes named=yes ;;
    --config=* | --data-dir=*) named=yes ;;
    -*) ;;
    *)
      if [ -z "$command" ]; then command=$word
      elif [ "$command $word" = 'upgrade trial' ]; then command=trial
      elif [ "$command $word" = 'verifications submit' ]; then command=submit
      fi
      ;;
  esac
done

# The demo reads no settings, and neither do commands that name a folder, nor the one that talks to a server elsewhere, where
# its user may not. Any other user who may not look into the folder is told so by name, and that it is not empty.
if [ "$command" = submit ] && [ ! -r "$conf" ]; then named=yes; fi
if [ "$demo$named" = nono ] && [ -z "${SVC_CONFIG:-}" ]; then
  folder=${conf%/*}
  if [ -e "$conf" ] || { [ -d "$folder" ] && [ ! -x "$folder" ]; }; then
    SVC_CONFIG=$conf
    export SVC_CONFIG
  fi
fi

case $command in
  init | upgrade | rollback | help | version | completion | __complete | '') ;;
  *)
    if [ "$demo" = no ] && [ "$(id -u)" = 0 ] && id -u "$user" >/dev/null 2>&1; then
      # A credential of systemd is readable by root alone; the command gets a copy in memory, which is removed afterwards. A stop
      # of the unit would remove it from /dev/shm (RemoveIPC).
      name=$(sed -n 's/^[[:space:]]*SVC_MASTER_KEY_CREDENTIAL[[:space:]]*=[[:space:]]*//p' "${SVC_CONFIG:-/dev/null}" 2>/dev/null | head -n 1)
      if [ -z "$name" ] || [ -n "${CREDENTIALS_DIRECTORY:-}" ]; then
        exec setpriv --reuid="$user" --regid="$user" --init-groups -- "$node" "$release/cli/svc.js" "$@"
      fi
      folder=$(mktemp -d /run/svc-key-XXXXXXXX)
      trap 'rm -rf -- "$folder"' EXIT
      trap 'exit 130' INT
      trap 'exit 143' TERM
      umask 0077
      if [ -e "/etc/svc/credentials/$name.cred" ]; then
        systemd-creds decrypt --name="$name" "/etc/svc/credentials/$name.cred" "$folder/$name"
      else
        cp -- "/etc/svc/credentials/$name" "$folder/$name"
      fi
      chown -R "$user" "$folder"
      status=0
      CREDENTIALS_DIRECTORY=$folder setpriv --reuid="$user" --regid="$user" --init-groups -- "$node" "$release/cli/svc.js" "$@" || status=$?
      exit "$status"
    fi
    ;;
esac

exec "$node" "$release/cli/svc.js" "$@"
