# What every script of the guest begins with: "." this file.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
# udev's own rules alone, so that it does not matter what this computer has installed beside them.
mkdir /run/udev-rules
for rule in $(dpkg -L udev | grep 'rules\.d/.*\.rules$'); do cp "$rule" /run/udev-rules/; done
mount --bind /run/udev-rules /lib/udev/rules.d
mkdir -p /etc/udev/rules.d
mount -t tmpfs rules /etc/udev/rules.d
/lib/systemd/systemd-udevd --daemon 2>/dev/null
udevadm trigger --action=add --subsystem-match=usb --subsystem-match=tty
udevadm settle --timeout=30
