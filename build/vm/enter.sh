# Sourced by every script of the guest. UDEV_RULES: the folder of the udev rules.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
mount --bind "$UDEV_RULES" /lib/udev/rules.d
mkdir -p /etc/udev/rules.d
mount -t tmpfs rules /etc/udev/rules.d
/lib/systemd/systemd-udevd --daemon 2>/dev/null
udevadm trigger --action=add --subsystem-match=usb
udevadm settle --timeout=30
