/** How often each property is tried: few times in `npm test`, many in `npm run soak`. */
import * as fc from 'fast-check';

const runs = Number(process.env['MENSURA_PROPERTY_RUNS'] ?? 100);

fc.configureGlobal({ numRuns: runs });
