#!/bin/sh
# Runs after removal. On an update ("upgrade", or 1 for RPM) nothing is removed.
set -e

profile=/etc/apparmor.d/mensura

case "$1" in
  remove | purge | 0)
    if [ -f "$profile" ]; then
      if [ -d /sys/kernel/security/apparmor ] && command -v apparmor_parser >/dev/null 2>&1; then
        apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
      fi
      rm -f "$profile"
    fi
    if command -v udevadm >/dev/null 2>&1 && [ -S /run/udev/control ]; then
      udevadm control --reload || true
    fi
    if command -v update-desktop-database >/dev/null 2>&1; then
      update-desktop-database -q /usr/share/applications || true
    fi
    ;;
esac
exit 0
