/** `npm run check`: format, lint, types, unused code and unit tests. The last line is as in `npm test`. */
import { checkSources } from './test/checks.ts';
import { Outcome } from './test/outcome.ts';
import { runTests } from './test/runner.ts';

const outcome = new Outcome();
await outcome.step('source checks', () => checkSources(outcome));
await outcome.step('unit tests', () => runTests(['--project=unit*'], outcome));
outcome.printTimes(new Map(), Number.POSITIVE_INFINITY);
outcome.printCounts();
process.exitCode = outcome.failed > 0 ? 1 : 0;
