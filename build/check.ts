/** `npm run check`: format, lint, types, unused code and the unit tests. Last line as that of `npm test`. */
import { checkSources } from './test/checks.ts';
import { Outcome } from './test/outcome.ts';
import { runTests } from './test/runner.ts';

const outcome = new Outcome();
await outcome.part('checks of the sources', () => checkSources(outcome));
await outcome.part('unit tests', () => runTests(['--project=unit*'], outcome));
outcome.printTimes(new Map(), Number.POSITIVE_INFINITY);
outcome.printCounts();
process.exitCode = outcome.failed > 0 ? 1 : 0;
