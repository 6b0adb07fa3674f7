/** The service of an older revision, built from git with today's packages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'esbuild';
import { ROOT } from '../../../build/paths.ts';
import { errorText } from '../../../service/support/errors.ts';
import { WORKERS } from '../../../service/support/worker-file.ts';
import { bundle } from '../build-servers.ts';

const run = promisify(execFile);

/** Inside the tree, so that the build finds its packages. */
const FOLDER = join(ROOT, '.cache/bench-older');

const PROGRAM = fileURLToPath(new URL('./programs/service.ts', import.meta.url));

/** The reason why an older revision cannot be built here. */
export class NoOlderRevision extends Error {}

/**
 * Builds the program of this benchmark on the service of a revision.
 * @returns its file
 * @throws NoOlderRevision without git or the revision
 */
export async function buildOlder(revision: string): Promise<string> {
  const source = join(FOLDER, 'source');
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(source, { recursive: true });
  const archive = join(FOLDER, 'source.tar');
  try {
    await run('git', ['archive', '--output', archive, revision, 'service'], { cwd: ROOT });
    await run('tar', ['-xf', archive, '-C', source]);
  } catch (error) {
    // Git's message is the last line.
    const [why] = errorText(error).trim().split('\n').slice(-1);
    throw new NoOlderRevision(`Revision ${revision} is missing, as in a source archive or a shallow clone: ${why}`);
  }
  const workers = Object.entries(WORKERS)
    .map(([name, entry]) => [name, join(source, 'service', entry)] as const)
    // The older revision may have fewer.
    .filter(([, entry]) => existsSync(entry));
  const built = join(FOLDER, 'built');
  await bundle({ service: PROGRAM, ...Object.fromEntries(workers) }, built, [servedFrom(source)]);
  return join(built, 'service.mjs');
}

/** Replaces imports of today's service by those of the older one. */
function servedFrom(source: string): Plugin {
  const today = join(ROOT, 'service/');
  return {
    name: 'older service',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const file = join(resolveDir, path);
        return file.startsWith(today) ? { path: join(source, relative(ROOT, file)) } : undefined;
      });
    },
  };
}
