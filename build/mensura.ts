/** `npm run mensura`: rebuilds changed files, then runs the command line in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build-if-changed.ts';
import { DIST } from './paths.ts';

await buildIfChanged();
// npm runs scripts in the project folder; relative paths start at the user's folder.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
await import(pathToFileURL(join(DIST, 'cli/mensura.mjs')).href);
