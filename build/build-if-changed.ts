import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST, ROOT } from './paths.ts';

/** Everything that affects the build. */
const SOURCES = [
  'service/**',
  'electron/**',
  'renderer/**',
  'build/*.ts',
  'build/icons/*.png',
  'build/udev/*',
  'package-lock.json',
  'tsconfig.json',
];

const STAMP = join(DIST, '.sources');

async function digestSources(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const digest = createHash('sha256');
  for (const file of files.toSorted()) digest.update(file.slice(ROOT.length)).update(await readFile(file));
  return digest.digest('hex');
}

/**
 * Builds `dist/` if the digest of its sources changed.
 * @returns whether it was built
 */
export async function buildIfChanged({ force = false } = {}): Promise<boolean> {
  const sources = await digestSources();
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (!force && built === sources) return false;
  // Loaded only when needed: the bundlers take time to load.
  const { bundle } = await import('./bundle.ts');
  await bundle();
  await writeFile(STAMP, sources);
  return true;
}
