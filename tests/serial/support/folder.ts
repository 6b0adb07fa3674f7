/** Names for ports that do not exist yet. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'mensura-ports-'));
let count = 0;

/** A path for one more port, used by nobody else. */
export function freshPortPath(): string {
  count += 1;
  return join(folder, `ttyEMU${count}`);
}
