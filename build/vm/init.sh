#!/bin/busybox sh
# The guest's first process. It mounts this computer's disk read-only, with an overlay in memory for writes: the guest
# has the same programs and libraries.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
die() {
  echo "Cannot start the guest: $*"
  $B poweroff -f
}
for module in $($B cat /modules/order); do $B insmod "/modules/$module" || die "$module"; done
$B mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,cache=loose,ro host /mnt/host || die "no shared disk"
$B mount -t tmpfs rw /mnt/rw
$B mkdir /mnt/rw/upper /mnt/rw/work
$B mount -t overlay -o lowerdir=/mnt/host,upperdir=/mnt/rw/upper,workdir=/mnt/rw/work overlay /mnt/root || die "no overlay"
R=/mnt/root
for folder in proc sys dev; do $B mount --move /$folder $R/$folder; done
$B mkdir -p $R/dev/pts $R/dev/shm
$B mount -t devpts devpts $R/dev/pts
$B mount -t tmpfs -o mode=1777 shm $R/dev/shm
$B mount -t tmpfs run $R/run
$B mount -t tmpfs -o mode=1777 tmp $R/var/tmp
$B ip link set lo up
script=$($B sed -n 's/.*guest_script=\([^ ]*\).*/\1/p' $R/proc/cmdline)
# Not chroot, in which udevadm does nothing.
exec $B switch_root $R /bin/sh -c '
  /bin/sh "$0"
  echo "The script of the guest exited with status $?."
  echo o >/proc/sysrq-trigger
  while :; do :; done' "$script"
