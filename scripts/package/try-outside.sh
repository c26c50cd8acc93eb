#!/bin/sh
# Mounts the bare Debian under a layer that is thrown away, and runs the trial in it. Arguments: the Debian, the work
# folder, the versions, the tracer.
set -eu
bare=$1
work=$2
versions=$3
shift 3
ip link set lo up 2>/dev/null || ifconfig lo up
mkdir -p "$work/root"
# The layer lies in memory: overlay does not work on every disk.
mkdir -p "$work/layer"
mount -t tmpfs -o mode=0755 tmpfs "$work/layer"
mkdir "$work/layer/upper" "$work/layer/work"
mount -t overlay overlay -o "lowerdir=$bare,upperdir=$work/layer/upper,workdir=$work/layer/work" "$work/root"
mount -t proc proc "$work/root/proc"
mount --rbind /dev "$work/root/dev"
mount --bind "$work/media" "$work/root/media"
exec "$@" chroot "$work/root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh /media/try-inside.sh $versions
