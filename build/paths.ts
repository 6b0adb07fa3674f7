/** Where things are in the source tree. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the build makes. */
export const DIST = join(ROOT, 'dist');
