import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Time limit for a response of the session bus, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 2000;

/** Runs a program and returns its output. */
export type RunCommand = (file: string, args: readonly string[]) => Promise<string>;

/** Two tools for the same query; a desktop has at least one (libglib2.0-bin, dbus). */
const QUERIES: readonly { tool: string; args: string }[] = [
  {
    tool: 'gdbus',
    args: 'call --session --timeout 2 --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus.NameHasOwner org.kde.StatusNotifierWatcher',
  },
  {
    tool: 'dbus-send',
    args: '--session --print-reply --reply-timeout=2000 --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner string:org.kde.StatusNotifierWatcher',
  },
];

const runTool: RunCommand = async (file, args) => {
  const { stdout } = await promisify(execFile)(file, [...args], { timeout: RESPONSE_TIMEOUT_MS });
  return stdout;
};

export interface TraySupportOptions {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  run?: RunCommand;
}

/**
 * Whether the desktop shows tray icons. Always on Windows and macOS. On Linux a program owns
 * org.kde.StatusNotifierWatcher on the session bus; false if none does, or the bus cannot be queried.
 */
export async function isTraySupported({ platform, env, run = runTool }: TraySupportOptions): Promise<boolean> {
  if (platform !== 'linux') return true;
  const bus = env['DBUS_SESSION_BUS_ADDRESS'];
  // Chromium sets "disabled:" without a session bus.
  if (!bus || bus.startsWith('disabled:')) return false;
  for (const { tool, args } of QUERIES) {
    try {
      return /\btrue\b/.test(await run(tool, args.split(' ')));
    } catch {
      // The tool is missing or got no response; try the next one.
    }
  }
  return false;
}
