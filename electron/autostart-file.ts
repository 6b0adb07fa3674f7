/**
 * What a Linux desktop starts at login: a desktop entry in the user's autostart folder.
 * https://specifications.freedesktop.org/autostart-spec/latest/
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomic } from '../service/support/atomic-file.ts';

/** By these a desktop's own panel switches an entry off without removing it. */
const SWITCHED_OFF = /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;

/** The program in the line `Exec`, quoted or not, and what is before it. */
const OWN_PROGRAM = /^(Exec\s*=\s*)("(?:\\.|[^"\\])*"|\S+)/m;

/** Everybody may read it: desktops do, and there is nothing secret in it. */
const MODE = 0o644;

export interface AutostartFileOptions {
  env: NodeJS.ProcessEnv;
  /** The program and its arguments. */
  command: readonly string[];
}

export class AutostartFile {
  readonly path: string;
  readonly #program: string;
  readonly #text: string;

  constructor({ env, command }: AutostartFileOptions) {
    this.path = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'mensura.desktop');
    const words = command.map(quoted);
    this.#program = words[0] ?? '';
    this.#text = [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Mensura',
      'Comment=Live readings and recording for measuring devices',
      `Exec=${words.join(' ')}`,
      'Icon=mensura',
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n');
  }

  /**
   * Whether the desktop starts it. An entry that names a former place of the program (an older AppImage) is put right;
   * what else the user wrote into it stays.
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

/** Whether a word of `Exec` is a Mensura by its whole path: wrappers, and names that are looked up, are the user's own. */
function isMensura(word: string): boolean {
  const path = word.replaceAll('"', '');
  return path.startsWith('/') && /^mensura/i.test(basename(path));
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
