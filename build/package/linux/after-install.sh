#!/bin/sh
# After the files are in place. Nothing here may fail the installation: in a container there is no udev and no AppArmor.
set -e

home=/opt/Mensura
profile=/etc/apparmor.d/mensura

setting() {
  cat "/proc/sys/$1" 2>/dev/null || true
}

# A parser that does not know "userns" (AppArmor before 4.0) belongs to a kernel that does not restrict it.
if command -v apparmor_parser >/dev/null 2>&1 && [ -d /etc/apparmor.d ] &&
  apparmor_parser --skip-kernel-load --skip-cache --quiet "$home/resources/apparmor-profile" >/dev/null 2>&1; then
  cp -f "$home/resources/apparmor-profile" "$profile"
  if [ -d /sys/kernel/security/apparmor ]; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || rm -f "$profile"
  fi
fi

# Chromium's own helper is set up as root's only where the kernel refuses the better way, user namespaces.
mode=0755
if [ "$(setting kernel/unprivileged_userns_clone)" = 0 ] || [ "$(setting user/max_user_namespaces)" = 0 ] ||
  [ ! -L /proc/self/ns/user ]; then
  mode=4755
elif [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" = 1 ] && [ ! -f "$profile" ]; then
  mode=4755
fi
chown root:root "$home/chrome-sandbox" || true
chmod "$mode" "$home/chrome-sandbox" || true

# Instruments that are plugged in already become readable, too.
if command -v udevadm >/dev/null 2>&1 && [ -S /run/udev/control ]; then
  udevadm control --reload || true
  udevadm trigger --action=add --subsystem-match=usb --subsystem-match=tty || true
fi

if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi
exit 0
