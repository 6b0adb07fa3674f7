import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DEB_DEPENDS } from './depends.ts';

const run = promisify(execFile);

/** Flags of fpm, and their fields in Debian's control file. */
const FIELDS: readonly (readonly [flag: string, field: string])[] = [
  ['--name', 'Package'],
  ['--version', 'Version'],
  ['--architecture', 'Architecture'],
  ['--maintainer', 'Maintainer'],
  ['--url', 'Homepage'],
  ['--category', 'Section'],
  ['--deb-priority', 'Priority'],
];

/** The parsed command line of fpm. */
interface Wanted {
  flags: ReadonlyMap<string, string>;
  /** `from`: a file, or the content of a folder (with a trailing slash). `to`: a path in the package. */
  copies: { from: string; to: string }[];
}

function parse(args: readonly string[]): Wanted {
  const flags = new Map<string, string>();
  const copies: Wanted['copies'] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word.startsWith('--')) {
      flags.set(word, args[(at += 1)] ?? '');
      continue;
    }
    const [from = '', to = ''] = word.split('=');
    copies.push({ from, to });
  }
  return { flags, copies };
}

/** Total size of a folder in KiB, for the control file. */
async function kibibytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

/** The description in the format of the control file: one line, then indented lines. */
function description(text: string): string {
  const [synopsis = '', ...lines] = text.split('\n').map((line) => line.trim());
  return [synopsis, ...lines.map((line) => ` ${line === '' ? '.' : line}`)].join('\n');
}

function control({ flags }: Wanted, size: number): string {
  const fields = FIELDS.map(([flag, field]) => `${field}: ${flags.get(flag) ?? ''}`);
  return [
    ...fields,
    `Installed-Size: ${size}`,
    `Depends: ${DEB_DEPENDS.join(', ')}`,
    `Description: ${description(flags.get('--description') ?? '')}`,
    '',
  ].join('\n');
}

/**
 * Creates a Debian package with `dpkg-deb`, where electron-builder cannot download its packager (fpm).
 * @param effective the options of electron-builder for fpm, starting with its command line
 * @returns the path of the package
 */
export async function assembleDeb(effective: unknown): Promise<string> {
  const [args] = effective as [string[]];
  const wanted = parse(args);
  const tree = await mkdtemp(join(tmpdir(), 'mensura-deb-'));
  try {
    await chmod(tree, 0o755);
    for (const { from, to } of wanted.copies) {
      await mkdir(join(tree, dirname(to)), { recursive: true });
      await cp(from, join(tree, to), { recursive: true, verbatimSymlinks: true });
    }
    const size = await kibibytes(tree);
    await mkdir(join(tree, 'DEBIAN'));
    await writeFile(join(tree, 'DEBIAN/control'), control(wanted, size));
    for (const [flag, script] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ] as const) {
      await copyFile(wanted.flags.get(flag) ?? '', join(tree, 'DEBIAN', script));
      await chmod(join(tree, 'DEBIAN', script), 0o755);
    }
    const file = wanted.flags.get('--package') ?? '';
    // Fast compression: the package is only for tests.
    await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file]);
    return file;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}
