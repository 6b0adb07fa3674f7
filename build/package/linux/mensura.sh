#!/bin/sh
# Starts Mensura on Linux. Commands (mensura devices) and --headless run on the Node of the package, without a display or
# desktop libraries. Everything else opens the window.
set -eu

here=$(dirname "$(readlink -f "$0")")
node="$here/resources/node"
dist="$here/resources/app.asar.unpacked/dist"
sandbox=possible

# The AppImage runtime adds --no-sandbox if this test fails; Mensura shows an error instead. Without "unshare", Chromium
# reports it.
if [ -n "${APPDIR:-}" ] && [ "${1:-}" = --no-sandbox ] && ! unshare -Ur true 2>/dev/null; then
  shift
  if command -v unshare >/dev/null; then sandbox=refused; fi
fi

# On standard error, and without a terminal also in a message box.
explain() {
  printf 'mensura: %s\n' "$1" >&2
  if [ ! -t 2 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    zenity --error --no-markup --text "$1" 2>/dev/null || kdialog --error "$1" 2>/dev/null || xmessage "$1" 2>/dev/null || true
  fi
  exit 1
}

case "${1:-}" in
  -h | --help | -V | --version | [!-]*) exec "$node" "$dist/cli/mensura.mjs" "$@" ;;
esac

[ -z "${MENSURA_HEADLESS:-}" ] || exec "$node" "$dist/service/main.mjs" "$@"
insecure=no
for word in "$@"; do
  case "$word" in
    --headless) exec "$node" "$dist/service/main.mjs" "$@" ;;
    --no-sandbox) insecure=yes ;;
  esac
done

if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  explain 'Cannot open a window: no display found (DISPLAY and WAYLAND_DISPLAY are not set). Run "mensura serve" and open its address in a browser.'
fi
if [ "$sandbox" = refused ]; then
  explain 'Cannot open a window: this system disables the user namespaces that the sandbox of an AppImage requires. Install the deb or rpm package, which includes the permission, or run "mensura serve" and open its address in a browser.'
fi
if [ "$insecure" = no ] && [ "$(id -u)" = 0 ]; then
  explain 'Cannot open a window as root: a browser engine must not run as root. Start Mensura as an ordinary user, or run "mensura serve" and open its address in a browser.'
fi
exec "$here/mensura-desktop" "$@"
