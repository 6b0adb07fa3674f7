import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { App } from 'electron';
import { writeFileAtomic } from '../service/support/atomic-file.ts';

/** Desktops disable an entry with these lines, without removing it. */
const SWITCHED_OFF = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;

/** The program in the `Exec` line, quoted or not, and the text before it. */
const OWN_PROGRAM = /^(Exec\s*=\s*)("(?:\\.|[^"\\])*"|\S+)/m;

/** Of the autostart file: desktops read it. */
const MODE = 0o644;

interface AutostartFileOptions {
  env: NodeJS.ProcessEnv;
  /** The program and its arguments. */
  command: readonly string[];
}

/** A desktop entry in the autostart folder: https://specifications.freedesktop.org/autostart-spec/latest/ */
export class AutostartFile {
  readonly path: string;
  readonly #program: string;
  readonly #text: string;

  constructor({ env, command }: AutostartFileOptions) {
    this.path = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'mensura.desktop');
    const args = command.map(quoted);
    this.#program = args[0] ?? '';
    this.#text = [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Mensura',
      'Comment=Live readings and recording for measuring devices',
      `Exec=${args.join(' ')}`,
      'Icon=mensura',
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n');
  }

  /**
   * Whether the entry is enabled. Updates the path of the program (after an update of an AppImage), and keeps other
   * changes of the user.
   */
  async isOn(): Promise<boolean> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined || SWITCHED_OFF.test(text)) return false;
    const moved = text.replace(OWN_PROGRAM, (line, before: string, program: string) =>
      isMensura(program) ? `${before}${this.#program}` : line,
    );
    if (moved !== text) await this.#write(moved);
    return true;
  }

  async set(on: boolean): Promise<void> {
    if (on) await this.#write(this.#text);
    else await rm(this.path, { force: true });
  }

  async #write(text: string): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    await writeFileAtomic(this.path, text, MODE);
  }
}

/** Whether a word of `Exec` is a full path of Mensura. Wrappers and plain names are changes of the user. */
function isMensura(word: string): boolean {
  const path = word.replaceAll('"', '');
  return path.startsWith('/') && /^mensura/i.test(basename(path));
}

/**
 * Quotes a word of `Exec` by the Desktop Entry Specification: escapes quotes, grave accents, dollar signs and
 * backslashes, then the backslashes again as in any string value; doubles percent signs.
 */
function quoted(word: string): string {
  const bare = word.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(bare)) return bare;
  return `"${bare.replaceAll(/["`$\\]/g, '\\$&')}"`.replaceAll('\\', '\\\\');
}

/** At login the app starts without a window, if the desktop has a tray. */
const ARGS = ['--hidden'];

/** Starts the app when the user logs in. */
export interface LoginItem {
  /** The state in the system. */
  isOn(): Promise<boolean>;
  /** @throws Error if the system rejects the change */
  set(on: boolean): Promise<void>;
}

export interface LoginItemOptions {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Path of the running program. */
  execPath: string;
}

/** The login item of this app, or the reason why there is none. */
export function findLoginItem({ app, platform, env, execPath }: LoginItemOptions): LoginItem | string {
  if (!app.isPackaged) return 'Cannot start at login: this Mensura runs from source. Install Mensura.';
  if (platform !== 'win32' && platform !== 'darwin') {
    // An AppImage runs from a temporary folder; only its file can be started.
    return new AutostartFile({ env, command: [env['APPIMAGE'] || execPath, ...ARGS] });
  }
  // Windows identifies an item by its arguments; macOS has none.
  const item = platform === 'win32' ? { args: ARGS } : {};
  const isOn = async (): Promise<boolean> => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item);
    // The Task Manager of Windows disables an item without removing it.
    return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
  };
  return {
    isOn,
    set: async (on) => {
      app.setLoginItemSettings({ ...item, openAtLogin: on });
      if ((await isOn()) !== on)
        throw new Error('The system rejected the change. Check the login items in the system settings.');
    },
  };
}
