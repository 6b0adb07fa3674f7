/**
 * What the guest runs: the scenarios of a group, each result a line of JSON to the answer port.
 *
 *   node tests/usb/guest/main.ts GROUP
 */
import { createWriteStream } from 'node:fs';
import { RESULT_PORT } from '../../../build/vm/node-script.ts';
import { GROUPS, type GroupName } from '../scenarios/index.ts';
import type { Scenario } from '../support/scenario.ts';
import { clearStage } from './stage.ts';

const [group = ''] = process.argv.slice(2);
const port = createWriteStream(RESULT_PORT);
async function run(scenario: Scenario): Promise<void> {
  console.log(`== ${scenario.name}`);
  await scenario.run((result) => {
    console.log(
      `${result.error ? 'FAILED' : 'ok    '} ${result.check} (${result.ms} ms) ${result.error ?? result.figure ?? ''}`,
    );
    port.write(`${JSON.stringify(result)}\n`);
  });
}

for (const together of GROUPS[group as GroupName]) {
  await Promise.all(together.map(run));
  await clearStage();
}
await new Promise((resolve) => port.end(resolve));
// Whatever a failed check left running is ended with the guest.
process.exit();
