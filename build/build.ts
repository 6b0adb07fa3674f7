/** `npm run build`: builds what changed since the last build. `--force` builds all. */
import { buildIfChanged } from './freshness.ts';

const built = await buildIfChanged({ force: process.argv.includes('--force') });
console.log(built ? 'Built dist/.' : 'dist/ is up to date.');
