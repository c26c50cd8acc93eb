#!/bin/sh
# The trial of the unit, begun by systemd itself: install, serve, verify with images, seal the master key, reload, stop.
set -eu
step() { printf '%s  %s\n' "$(date +%T)" "$*"; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1: expected \"$3\", got \"$2\""; }
trap 'status=$?; trap - EXIT; [ $status = 0 ] || journalctl -u svc --no-pager -n 30; systemctl exit "$status"' EXIT

step 'Install and start'
cd /root
tar -xzf /media/svc-*-linux-x64.tar.gz
svc-*-linux-x64/install.sh --key /media/svc-release.pub
printf 'SVC_PROVIDER=local\n' >>/etc/svc/svc.conf
systemctl enable --now svc

step 'A live verification with images'
key=$(svc keys create --name trial --env live --expires 1d -q)
specimens=/opt/svc/current/data/reference/specimens
curl -sS -f http://127.0.0.1:8080/v1/kyc/verify -H "Authorization: Bearer $key" -F country=SN -F id_type=passport \
  -F id_number=A01234567 -F first_name=Awa -F last_name=Teranga -F date_of_birth=1994-03-14 \
  -F "front_image=@$specimens/passport.jpg" -F "selfie_image=@$specimens/selfie.jpg"
echo
tries=0
until journalctl -u svc --no-pager | grep -q '"reason":"awaiting_staff"'; do
  tries=$((tries + 1))
  [ $tries -lt 120 ] || fail 'the job does not come to the reviewers'
  sleep 0.5
done
svc verifications get "$(svc verifications list --json | grep -o 'ver_[0-9a-z]*' | head -n 1)" --json >/root/seen
grep -q '"format":"TD3"' /root/seen || fail "the zone of the passport was not read: $(cat /root/seen)"
is restarts "$(systemctl show svc -p NRestarts --value)" 0

step 'The sealed master key'
/opt/svc/current/install.sh --seal-key
systemctl restart svc
rm /etc/svc/keys/master.key
systemctl restart svc
svc crypto verify >/dev/null

step 'Reload and stop'
systemctl reload svc
is state "$(systemctl is-active svc)" active
systemctl stop svc
is result "$(systemctl show svc -p Result --value)" success
step 'Done'
