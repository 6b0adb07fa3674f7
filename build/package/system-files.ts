import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { COMMANDS } from '../../service/cli/commands-list.ts';
import { DIST, ROOT } from '../paths.ts';
import { APP_ID, COMMAND, HOMEPAGE, MAINTAINER, PRODUCT, VERSION } from './product-info.ts';

const SOURCES = join(ROOT, 'build/package/linux');

/** Debian's paths of shell completions. */
export const COMPLETIONS = {
  bash: `usr/share/bash-completion/completions/${COMMAND}`,
  zsh: `usr/share/zsh/vendor-completions/_${COMMAND}`,
  fish: `usr/share/fish/vendor_completions.d/${COMMAND}.fish`,
} as const;

/** The list of commands for the man page. */
function commandEntries(): string {
  const roff = (text: string): string => text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return Object.entries(COMMANDS)
    .map(([name, what]) => `.TP\n.B ${roff(name)}\n${roff(what)}.`)
    .join('\n');
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z_]+)@/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * Writes the files of a Linux package outside its own folder, as a tree below `/`.
 * @param date of the release, `YYYY-MM-DD`
 */
export async function writeSystemFiles(folder: string, date: string): Promise<void> {
  const values = {
    APP_ID,
    HOMEPAGE,
    VERSION,
    DATE: date,
    MAINTAINER: MAINTAINER.name,
    COMMANDS: commandEntries(),
  };
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const source = (name: string): Promise<string> => readFile(join(SOURCES, name), 'utf8');

  await mkdir(join(folder, 'usr/bin'), { recursive: true });
  await symlink(`../../opt/${PRODUCT}/${COMMAND}`, join(folder, `usr/bin/${COMMAND}`));
  await write('usr/lib/udev/rules.d/70-mensura.rules', await readFile(join(ROOT, 'build/udev/70-mensura.rules')));
  await write('usr/lib/systemd/user/mensura.service', await source('mensura.service'));
  await write(`usr/share/metainfo/${APP_ID}.metainfo.xml`, fill(await source('metainfo.xml'), values));
  await write('usr/share/man/man1/mensura.1.gz', gzipSync(fill(await source('mensura.1'), values)));
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    await write(path, execFileSync(process.execPath, [join(DIST, 'cli/mensura.mjs'), 'completion', shell]));
  }
  await mkdir(join(folder, 'usr/share/doc/mensura'), { recursive: true });
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'usr/share/doc/mensura/copyright'));
  await removeGroupAndOtherWrite(folder);
}

/** Removes write permission of group and others below a folder, whatever the umask of the builder is. */
export async function removeGroupAndOtherWrite(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    if ((mode & 0o022) !== 0) await chmod(path, mode & 0o7755);
  }
}
