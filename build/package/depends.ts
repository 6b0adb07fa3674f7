/** Electron's libraries. Names since Debian 13 and Ubuntu 24.04 come first. */
export const DEB_DEPENDS: readonly string[] = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libc6',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libstdc++6',
  'libxkbcommon0',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];

/** Electron's libraries, with the names of Fedora and of openSUSE. */
export const RPM_DEPENDS: readonly string[] = [
  'gtk3',
  'libnotify',
  '(nss or mozilla-nss)',
  '(alsa-lib or libasound2)',
  '(mesa-libgbm or libgbm1)',
  '(libdrm or libdrm2)',
  '(libsecret or libsecret-1-0)',
  '(libXScrnSaver or libXss1)',
  '(libXtst or libXtst6)',
  '(libxkbcommon or libxkbcommon0)',
  '(at-spi2-core or libatspi0)',
  'xdg-utils',
];
