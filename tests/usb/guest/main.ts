/**
 * What the guest runs: the scenarios of a group, each result a line of JSON to the answer port.
 *
 *   node tests/usb/guest/main.ts GROUP
 */
import { createWriteStream } from 'node:fs';
import { ANSWER_PORT } from '../../../build/guest/boot.ts';
import { GROUPS, type GroupName } from '../scenarios/index.ts';

const [group = ''] = process.argv.slice(2);
const port = createWriteStream(ANSWER_PORT);
for (const scenario of GROUPS[group as GroupName]) {
  console.log(`== ${scenario.name}`);
  await scenario.run((result) => {
    console.log(
      `${result.error ? 'FAILED' : 'ok    '} ${result.check} (${result.ms} ms) ${result.error ?? result.figure ?? ''}`,
    );
    port.write(`${JSON.stringify(result)}\n`);
  });
}
await new Promise((resolve) => port.end(resolve));
// Whatever a failed check left running is ended with the guest.
process.exit();
