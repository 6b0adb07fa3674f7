/** Names for ports that do not exist yet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mensura-ports-'));
// Registered before anyone who asks for a path, so it runs after all their ports are gone.
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** A path for one more port, used by nobody else. */
export function freshPortPath(): string {
  count += 1;
  return join(folder, `ttyEMU${count}`);
}
