#!/bin/sh
# Runs after installation, and must not fail: containers have no udev and no AppArmor.
set -e

home=/opt/Mensura
profile=/etc/apparmor.d/mensura

setting() {
  cat "/proc/sys/$1" 2>/dev/null || true
}

# Kernels with AppArmor before 4.0, whose parser rejects "userns", do not restrict user namespaces.
if command -v apparmor_parser >/dev/null 2>&1 && [ -d /etc/apparmor.d ] &&
  apparmor_parser --skip-kernel-load --skip-cache --quiet "$home/resources/apparmor-profile" >/dev/null 2>&1; then
  cp -f "$home/resources/apparmor-profile" "$profile"
  if [ -d /sys/kernel/security/apparmor ]; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || rm -f "$profile"
  fi
fi

# Chromium's helper becomes setuid root only if the kernel does not allow user namespaces.
mode=0755
if [ "$(setting kernel/unprivileged_userns_clone)" = 0 ] || [ "$(setting user/max_user_namespaces)" = 0 ] ||
  [ ! -L /proc/self/ns/user ]; then
  mode=4755
elif [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" = 1 ] && [ ! -f "$profile" ]; then
  mode=4755
fi
chown root:root "$home/chrome-sandbox" || true
chmod "$mode" "$home/chrome-sandbox" || true

# Applies the rules to connected devices.
if command -v udevadm >/dev/null 2>&1 && [ -S /run/udev/control ]; then
  udevadm control --reload || true
  udevadm trigger --action=add --subsystem-match=usb --subsystem-match=tty || true
fi

if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q /usr/share/applications || true
fi
exit 0
