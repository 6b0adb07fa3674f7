/** `npm run mensura`: builds what changed, then runs the command line in this very process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './freshness.ts';
import { DIST } from './paths.ts';

await buildIfChanged();
await import(pathToFileURL(join(DIST, 'cli/mensura.mjs')).href);
