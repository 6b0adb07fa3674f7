/** Finds out, before a window is tried, what would keep Electron from opening one here, and what would help. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Why there can be no window, in words that follow "because", and what would help. */
export interface Obstacle {
  reason: string;
  remedy: string;
}

/** The Debian packages that hold the libraries Electron needs. */
export const ELECTRON_PACKAGES =
  'libgtk-3-0 libnss3 libasound2 libgbm1 libnotify4 libxss1 libxtst6 libatspi2.0-0 libsecret-1-0 libdrm2 libxkbcommon0 fonts-dejavu-core';

/** What can be told before there is a runtime. */
export function displayObstacle(env: NodeJS.ProcessEnv = process.env): Obstacle | undefined {
  if (process.platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined;
  return {
    reason: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
    remedy: 'run it in a desktop session',
  };
}

/** The shared libraries that a binary needs and this system lacks. */
export function missingLibraries(binary: string): string[] {
  const { stdout } = spawnSync('ldd', [binary], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '');
}

function setting(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function isSetuidRoot(path: string): boolean {
  try {
    const { uid, mode } = statSync(path);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

/** Whether the kernel refuses the user namespaces that Chromium's sandbox is made of. */
function sandboxObstacle(binary: string): Obstacle | undefined {
  const refused =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/user/max_user_namespaces') === '0';
  const helper = join(dirname(binary), 'chrome-sandbox');
  if (!refused || isSetuidRoot(helper)) return undefined;
  return {
    reason: "this system forbids unprivileged user namespaces, which Electron's sandbox needs",
    remedy: `run "sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'"`,
  };
}

/** What keeps this runtime from running on this system. */
export function runtimeObstacle(binary: string): Obstacle | undefined {
  if (process.platform !== 'linux') return undefined;
  const missing = missingLibraries(binary);
  if (missing.length > 0) {
    return {
      reason: `system libraries are missing (${missing.join(', ')})`,
      remedy: `on Debian or Ubuntu run "sudo apt-get install ${ELECTRON_PACKAGES}"`,
    };
  }
  return sandboxObstacle(binary);
}
