#!/bin/sh
# Makes a machine of the bare Debian under a layer that is thrown away, and begins systemd in it. Arguments: the Debian,
# the work folder.
set -eu
bare=$1
work=$2
ip link set lo up 2>/dev/null || ifconfig lo up
mount --make-rprivate /
mkdir "$work/layer" "$work/root"
mount -t tmpfs -o mode=0755 tmpfs "$work/layer"
mkdir "$work/layer/upper" "$work/layer/work"
mount -t overlay overlay -o "lowerdir=$bare,upperdir=$work/layer/upper,workdir=$work/layer/work" "$work/root"
cd "$work/root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=0755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
# PrivateDevices of the unit makes a folder of devices from these.
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs run
mkdir -p media old
mount --bind "$work/media" media
printf '127.0.0.1 localhost\n::1 localhost\n' >etc/hosts
cat >etc/systemd/system/trial.service <<'END'
[Service]
Type=oneshot
ExecStart=/bin/sh /media/try-unit-inside.sh
StandardOutput=append:/media/trial.log
StandardError=append:/media/trial.log
[Install]
WantedBy=multi-user.target
END
mkdir -p etc/systemd/system/multi-user.target.wants
ln -sf ../trial.service etc/systemd/system/multi-user.target.wants/trial.service
pivot_root . old
umount -l /old
# systemd hands credentials over through a mount that others see.
mount --make-rshared /
exec env -i container=lxc PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --show-status=0
