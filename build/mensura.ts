/** `npm run mensura`: builds what changed, then runs the command line in this very process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './freshness.ts';
import { DIST } from './paths.ts';

await buildIfChanged();
// npm runs scripts in the project's folder; a file is meant from where the user stands.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
await import(pathToFileURL(join(DIST, 'cli/mensura.mjs')).href);
