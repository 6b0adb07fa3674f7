/** `npm run build`: builds `dist/` if sources changed; `--force` builds it always. */
import { buildIfChanged } from './build-if-changed.ts';

const built = await buildIfChanged({ force: process.argv.includes('--force') });
console.log(built ? 'Built dist/.' : 'dist/ is up to date.');
