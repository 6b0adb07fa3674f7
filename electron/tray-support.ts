/** Finds out whether the desktop shows tray icons. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How long the session bus may take to answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 2000;

/** Runs a program and answers what it printed. */
export type RunTool = (file: string, args: readonly string[]) => Promise<string>;

/** Two tools that ask the same question; a desktop has at least one of them (libglib2.0-bin, dbus). */
const QUESTIONS: readonly { tool: string; words: string }[] = [
  {
    tool: 'gdbus',
    words:
      'call --session --timeout 2 --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus.NameHasOwner org.kde.StatusNotifierWatcher',
  },
  {
    tool: 'dbus-send',
    words:
      '--session --print-reply --reply-timeout=2000 --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner string:org.kde.StatusNotifierWatcher',
  },
];

const runTool: RunTool = async (file, args) => {
  const { stdout } = await promisify(execFile)(file, [...args], { timeout: ANSWER_TIMEOUT_MS });
  return stdout;
};

export interface TraySupportOptions {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  run?: RunTool;
}

/**
 * Whether a tray icon would be seen. Windows and macOS always have the place. On Linux the desktop's tray is the
 * program that owns org.kde.StatusNotifierWatcher on the session bus; where nobody owns the name, where there is no
 * session bus, or where it cannot be asked, an icon might be invisible, and the answer is no.
 */
export async function hasTray({ platform, env, run = runTool }: TraySupportOptions): Promise<boolean> {
  if (platform !== 'linux') return true;
  const bus = env['DBUS_SESSION_BUS_ADDRESS'];
  // Chromium puts "disabled:" there when there was none.
  if (!bus || bus.startsWith('disabled:')) return false;
  for (const { tool, words } of QUESTIONS) {
    try {
      return /\btrue\b/.test(await run(tool, words.split(' ')));
    } catch {
      // This tool is missing or got no answer; the next one may do better.
    }
  }
  return false;
}
