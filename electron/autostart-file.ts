/**
 * What a Linux desktop starts at login: a desktop entry in the user's autostart folder.
 * https://specifications.freedesktop.org/autostart-spec/latest/
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../service/support/atomic-file.ts';

/** By these a desktop's own panel switches an entry off without removing it. */
const SWITCHED_OFF = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;

/** Everybody may read it: desktops do, and there is nothing secret in it. */
const MODE = 0o644;

export interface AutostartFileOptions {
  env: NodeJS.ProcessEnv;
  /** The program and its arguments. */
  command: readonly string[];
}

export class AutostartFile {
  readonly path: string;
  readonly #text: string;

  constructor({ env, command }: AutostartFileOptions) {
    this.path = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'mensura.desktop');
    this.#text = [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Mensura',
      'Comment=Finds measuring instruments and shows them live',
      `Exec=${command.map(quoted).join(' ')}`,
      'Icon=mensura',
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n');
  }

  /** Whether the desktop starts it. An entry that names a former place of the program (an older AppImage) is put right. */
  async isOn(): Promise<boolean> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined || SWITCHED_OFF.test(text)) return false;
    if (execOf(text) !== execOf(this.#text)) await this.#write();
    return true;
  }

  async set(on: boolean): Promise<void> {
    if (on) await this.#write();
    else await rm(this.path, { force: true });
  }

  async #write(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    await writeFileAtomic(this.path, this.#text, MODE);
  }
}

function execOf(text: string): string | undefined {
  return /^Exec\s*=\s*(.*)$/m.exec(text)?.[1]?.trim();
}

/**
 * A word of `Exec`, as the Desktop Entry Specification quotes it: quotes, grave accents, dollar signs and backslashes
 * are escaped, then the backslashes again, as in any string value; a percent sign is doubled.
 */
function quoted(word: string): string {
  const bare = word.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(bare)) return bare;
  return `"${bare.replaceAll(/["`$\\]/g, '\\$&')}"`.replaceAll('\\', '\\\\');
}
