#!/bin/sh
# Mensura's front door on Linux. A command (mensura devices) and --headless run on the Node of the package: they need
# neither a display nor the desktop's libraries. Everything else opens the window.
set -eu

here=$(dirname "$(readlink -f "$0")")
node="$here/resources/node"
dist="$here/resources/app.asar.unpacked/dist"
sandbox=possible

# The runtime of an AppImage adds --no-sandbox where this very test fails. Mensura says so instead. Where the test itself
# is missing, Chromium finds out.
if [ -n "${APPDIR:-}" ] && [ "${1:-}" = --no-sandbox ] && ! unshare -Ur true 2>/dev/null; then
  shift
  if command -v unshare >/dev/null; then sandbox=refused; fi
fi

# On standard error for a terminal, in a box for whoever clicked on an icon.
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
  explain 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so there can be no window. Run "mensura serve" to measure without one; the GUI is then in any browser.'
fi
if [ "$sandbox" = refused ]; then
  explain 'This system does not let an AppImage protect its window: it forbids the user namespaces that the sandbox of a browser needs. Install the deb or rpm package, which brings the permission along, or run "mensura serve" and use any browser.'
fi
if [ "$insecure" = no ] && [ "$(id -u)" = 0 ]; then
  explain 'The window does not open for root, because a browser must not run with all rights. Start Mensura as an ordinary user, or run "mensura serve" and use any browser.'
fi
exec "$here/mensura-desktop" "$@"
