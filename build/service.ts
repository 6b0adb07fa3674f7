/** `npm run service`: rebuilds changed files, then runs the headless service in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build-if-changed.ts';
import { DIST } from './paths.ts';

await buildIfChanged();
await import(pathToFileURL(join(DIST, 'service/main.mjs')).href);
