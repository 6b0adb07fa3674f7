/** Where the tests keep what was fetched once: outside the tree, and outside what a build or an installation removes. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './unprivileged.ts';

/** Root's home is closed to the user that the app runs as, so root's copy stands where everybody can read it. */
export function cacheFolder(): string {
  return isRoot() ? '/var/cache/mensura' : join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mensura');
}
