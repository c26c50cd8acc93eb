#!/bin/sh
# Installs this release of svc, or completes an installation: user, folders, release, settings, master key, systemd unit.
# It needs root and no network, and changes nothing that is there already when it runs again.
#
#   ./install.sh --key /path/svc-release.pub     checks the signature by the public key that your contract names
#   ./install.sh --signature-checked             you have checked it on another machine (this one has no openssl)
#   --no-init          makes neither settings nor master key nor database
#   --no-unit          installs no systemd unit
#   --seal-key         puts the master key into an encrypted credential of systemd; have it in your escrow first
#   --prefix FOLDER    installs below FOLDER, to look at what it does (needs no root, makes no user)
set -eu
umask 022

here=$(cd -- "$(dirname -- "$0")" && pwd -P)
key=
checked=no
with_init=yes
with_unit=yes
seal=no
prefix=

say() { printf '%s\n' "$*" >&2; }
fail() { say "install.sh: $*"; exit 1; }

while [ $# -gt 0 ]; do
  case $1 in
    --key) [ $# -gt 1 ] || fail '--key needs a file'; key=$2; shift ;;
    --signature-checked) checked=yes ;;
    --no-init) with_init=no ;;
    --no-unit) with_unit=no ;;
    --seal-key) seal=yes ;;
    --prefix) [ $# -gt 1 ] || fail '--prefix needs a folder'; prefix=${2%/}; shift ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"; exit 0 ;;
    *) fail "unknown option $1; see ./install.sh --help" ;;
  esac
  shift
done

opt=$prefix/opt/svc
etc=$prefix/etc/svc
state=$prefix/var/lib/svc
pinned=$etc/release.pub
start='systemctl enable --now svc'
[ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail 'run it as root'

# --- 1. Is this the release that its maker signed?

verify_with_openssl() {
  openssl pkeyutl -verify -pubin -inkey "$1" -rawin -in "$here/SHA256SUMS" -sigfile "$here/SHA256SUMS.sig" >/dev/null 2>&1
}

# A release that is installed already was checked before, so its Node may check the next one.
verify_with_installed() {
  "$opt/current/runtime/bin/node" -e '
    const { readFileSync } = require("node:fs")
    const { verify } = require("node:crypto")
    const [key, sums, sig] = process.argv.slice(1).map((file) => readFileSync(file))
    process.exitCode = verify(null, sums, key, sig) ? 0 : 1
  ' "$1" "$here/SHA256SUMS" "$here/SHA256SUMS.sig"
}

check_signature() {
  [ -n "$key" ] || { [ -e "$pinned" ] && key=$pinned; }
  if [ -z "$key" ]; then
    [ "$checked" = yes ] && return 0
    fail 'name the public key of the releases: --key FILE (or --signature-checked)'
  fi
  [ -r "$key" ] || fail "cannot read $key"
  if command -v openssl >/dev/null 2>&1; then
    verify_with_openssl "$key" || fail "the signature does not fit $key: do not install this release"
  elif [ -x "$opt/current/runtime/bin/node" ]; then
    verify_with_installed "$key" || fail "the signature does not fit $key: do not install this release"
  elif [ "$checked" = no ]; then
    fail "there is no openssl here. Check the signature elsewhere:
  openssl pkeyutl -verify -pubin -inkey svc-release.pub -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
then run this again with --signature-checked"
  fi
}

check_files() {
  (cd "$here" && sha256sum --quiet --strict -c SHA256SUMS) >&2 ||
    fail 'files differ from the release: unpack the tarball again'
  listed=$(wc -l <"$here/SHA256SUMS")
  found=$(find "$here" -type f | wc -l)
  # The list and its signature are not in the list.
  [ "$found" -eq $((listed + 2)) ] || fail 'there are files that do not belong to the release: unpack the tarball again'
  [ -z "$(find "$here" -type l)" ] || fail 'there are links that do not belong to the release'
}

check_machine() {
  "$here/runtime/bin/node" --version >/dev/null 2>&1 && return 0
  "$here/runtime/bin/node" --version >&2 || true
  fail "the Node of this release does not run here: is the tarball for $(uname -m), and is libstdc++6 installed?"
}

check_signature
check_files
check_machine
version=$("$here/runtime/bin/node" -p 'require(process.argv[1]).version' "$here/package.json")

# --- 2. User and folders

if [ -z "$prefix" ]; then
  getent group svc >/dev/null || groupadd --system svc
  id -u svc >/dev/null 2>&1 || useradd --system --gid svc --home-dir /var/lib/svc --no-create-home --shell "$(command -v nologin || echo /bin/false)" svc
fi

# folder MODE OWNER PATH: an existing one keeps its owner and mode, unless it is an empty disk that was mounted for svc.
folder() {
  if [ -d "$3" ]; then
    case $2 in svc:*) ;; *) return 0 ;; esac
    [ -O "$3" ] && [ -z "$(find -H "$3" -mindepth 1 -maxdepth 1 ! -name lost+found)" ] || return 0
  fi
  mkdir -p "$3"
  chmod "$1" "$3"
  [ -n "$prefix" ] || chown "$2" "$3"
}

folder 0755 root:root "$opt"
folder 0750 root:svc "$etc"
folder 0750 root:svc "$etc/tls"
folder 0700 svc:svc "$etc/keys"
folder 0700 root:root "$etc/credentials"
folder 0700 svc:svc "$state"
folder 0700 svc:svc "$prefix/var/backups/svc"
folder 0700 svc:svc "$prefix/var/log/svc"

if [ -n "$key" ] && [ ! -e "$pinned" ]; then
  cp -- "$key" "$pinned"
  chmod 0644 "$pinned"
fi

# --- 3. The release

if [ ! -e "$opt/$version" ]; then
  rm -rf -- "$opt/.$version.part"
  cp -R -- "$here" "$opt/.$version.part"
  [ -n "$prefix" ] || chown -R root:root "$opt/.$version.part"
  mv -- "$opt/.$version.part" "$opt/$version"
  say "made   release      $opt/$version"
elif [ "$here" != "$opt/$version" ]; then
  cmp -s "$here/SHA256SUMS" "$opt/$version/SHA256SUMS" || fail "another release is in $opt/$version"
  say "there  release      $opt/$version"
fi

if [ -e "$opt/current" ]; then
  current=$(readlink "$opt/current")
  if [ "$current" != "$version" ]; then
    say "svc $current is in use. To change over to $version: svc upgrade apply BUNDLE"
    exit 0
  fi
else
  ln -s "$version" "$opt/.current.part"
  mv -T -- "$opt/.current.part" "$opt/current"
fi
mkdir -p "$prefix/usr/local/bin"
if [ ! -e "$prefix/usr/local/bin/svc" ] && [ ! -L "$prefix/usr/local/bin/svc" ]; then
  ln -s /opt/svc/current/bin/svc "$prefix/usr/local/bin/svc"
fi

# --- 4. Settings, master key, database

if [ "$with_init" = yes ] && [ -z "$prefix" ]; then
  if [ -e "$etc/svc.conf" ]; then
    say "there  settings     $etc/svc.conf"
  else
    set -- --owner svc --config "$etc/svc.conf" --data-dir "$state/data" --master-key-file "$etc/keys/master.key"
    if [ "$with_unit" = yes ] && [ -d /run/systemd/system ]; then
      set -- "$@" --start-command "$start"
    fi
    "$opt/current/bin/svc" init "$@"
  fi
fi

if [ "$seal" = yes ]; then
  command -v systemd-creds >/dev/null 2>&1 || fail 'systemd-creds is missing (systemd 250 or newer)'
  [ -e "$etc/svc.conf" ] || fail "there is no $etc/svc.conf yet: run this without --no-init first"
  sealed=$etc/credentials/svc-master-key.cred
  if [ ! -e "$sealed" ]; then
    [ -r "$etc/keys/master.key" ] || fail "there is no $etc/keys/master.key to put into a credential"
    rm -f -- "$sealed.part"
    systemd-creds encrypt --name=svc-master-key "$etc/keys/master.key" "$sealed.part"
    chmod 0400 "$sealed.part"
    # The file of the key may be removed afterwards, so what this machine opens has to be that very key.
    systemd-creds decrypt --name=svc-master-key "$sealed.part" - | cmp -s - "$etc/keys/master.key" ||
      fail 'the credential does not open to the master key: nothing was changed'
    mv -- "$sealed.part" "$sealed"
  fi
  if ! grep -q '^SVC_MASTER_KEY_CREDENTIAL=' "$etc/svc.conf"; then
    # The key has exactly one source. The copy has owner and mode of the file that it replaces.
    cp -p -- "$etc/svc.conf" "$etc/svc.conf.part"
    { sed 's/^SVC_MASTER_KEY_FILE=/#&/' "$etc/svc.conf" && printf '\nSVC_MASTER_KEY_CREDENTIAL=svc-master-key\n'; } >"$etc/svc.conf.part"
    mv -- "$etc/svc.conf.part" "$etc/svc.conf"
  fi
  [ ! -e "$etc/keys/master.key" ] ||
    say "The next start reads the key from $sealed: systemctl restart svc. When that has worked, remove $etc/keys/master.key."
fi

# --- 5. The unit

if [ "$with_unit" = yes ] && [ -z "$prefix" ] && [ -e "$etc/svc.conf" ]; then
  mkdir -p /etc/systemd/system
  unit=/etc/systemd/system/svc.service
  "$opt/current/bin/svc" init --print-unit --config "$etc/svc.conf" >"$unit.part"
  if [ -e "$unit" ] && cmp -s "$unit.part" "$unit"; then
    rm -f -- "$unit.part"
    say "there  unit         $unit"
  elif [ -e "$unit" ] && [ "$seal" = no ]; then
    mv -- "$unit.part" "$unit.new"
    say "kept   unit         $unit; this release would write $unit.new: compare both"
  else
    mv -- "$unit.part" "$unit"
    say "made   unit         $unit"
  fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    say "Start the server now and at every boot: $start"
  else
    say 'systemd does not run here. Start the server with: svc serve'
  fi
fi
say 'What to do next: svc help install'
