/** Changes clients until it is killed. Arguments: the data folder, and the number of the first step. */
import { writeSync } from 'node:fs';
import { step } from './kill-steps.ts';
import { openStores } from './stores.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);
const { store } = await openStores(dataDir);
for (let number = Number(first); ; number += 1) {
  await store.change((clients) => step(number, clients));
  // Written at once: what stands here was acknowledged before the process died.
  writeSync(1, `${number}\n`);
}
