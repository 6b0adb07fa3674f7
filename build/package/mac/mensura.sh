#!/bin/sh
# Mensura's command line on macOS. To add it to the path:
#   sudo ln -s /Applications/Mensura.app/Contents/Resources/bin/mensura /usr/local/bin/mensura
set -eu

self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case "$target" in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
resources=$(cd "$(dirname "$self")/.." && pwd -P)
node="$resources/node"
dist="$resources/app.asar.unpacked/dist"

case "${1:-}" in
  -h | --help | -V | --version | [!-]*) exec "$node" "$dist/cli/mensura.mjs" "$@" ;;
esac
[ -z "${MENSURA_HEADLESS:-}" ] || exec "$node" "$dist/service/main.mjs" "$@"
for word in "$@"; do
  [ "$word" != --headless ] || exec "$node" "$dist/service/main.mjs" "$@"
done
exec open -a "$resources/../.." --args "$@"
