/** Names for ports that do not exist yet. */
import { join } from 'node:path';
import { freshFolder } from '../process.ts';

/** A path for one more port, used by nobody else. */
export function freshPortPath(): string {
  return join(freshFolder(), 'ttyEMU');
}
