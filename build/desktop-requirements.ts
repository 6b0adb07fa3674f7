import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A clause with the reason why no window can open, and an imperative clause with the remedy. */
export interface MissingRequirement {
  reason: string;
  remedy: string;
}

/** The Debian packages with Electron's libraries. */
export const ELECTRON_PACKAGES =
  'libgtk-3-0 libnss3 libasound2 libgbm1 libnotify4 libxss1 libxtst6 libatspi2.0-0 libsecret-1-0 libdrm2 libxkbcommon0 fonts-dejavu-core';

/** Checks that do not depend on the runtime. */
export function missingDisplay(env: NodeJS.ProcessEnv = process.env): MissingRequirement | undefined {
  if (process.platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined;
  return {
    reason: 'no display found (DISPLAY and WAYLAND_DISPLAY are not set)',
    remedy: 'start Mensura in a desktop session',
  };
}

/** Shared libraries of a binary that this system lacks. */
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

/** Chromium's sandbox requires user namespaces or a setuid helper. */
function missingSandbox(binary: string): MissingRequirement | undefined {
  const refused =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/user/max_user_namespaces') === '0';
  const helper = join(dirname(binary), 'chrome-sandbox');
  if (!refused || isSetuidRoot(helper)) return undefined;
  return {
    reason: 'the Electron sandbox requires unprivileged user namespaces, which this system disables',
    remedy: `run "sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'"`,
  };
}

/** What this runtime needs and this system lacks. */
export function missingRuntime(binary: string): MissingRequirement | undefined {
  if (process.platform !== 'linux') return undefined;
  const missing = missingLibraries(binary);
  if (missing.length > 0) {
    return {
      reason: `system libraries are missing (${missing.join(', ')})`,
      remedy: `on Debian or Ubuntu run "sudo apt-get install ${ELECTRON_PACKAGES}"`,
    };
  }
  return missingSandbox(binary);
}
