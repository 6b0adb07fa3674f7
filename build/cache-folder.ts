import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './unprivileged.ts';

/** The folder for downloads of the tests. Root's is in a place that `nobody`, who then runs the app, can read. */
export function cacheFolder(): string {
  return isRoot() ? '/var/cache/mensura' : join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mensura');
}
