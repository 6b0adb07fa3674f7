/**
 * Commits known readings until it is killed: reading number n of each channel has the value n. Arguments: the data
 * folder, and the first number. Says `made n` when all readings below n are on their way to the disk, and `kept n` when
 * they are there.
 */
import { writeSync } from 'node:fs';
import { createHistoryStore } from '../../../../../service/history/store/history-store.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { Random } from '../../../../support/random.ts';
import { batchOf, declaredChannel } from './batches.ts';
import { KILL_CHANNELS, momentOf } from './kill-data.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);
/** Blocks are written, dropped pages given back, all the time. */
const limits = { journalBytes: 60_000, journalMs: 20, longPoints: 40, stepMs: 2, tidyMs: 20, freedPages: 8 };
const store = createHistoryStore({ dataDir, logger: silentLogger, limits });
await store.open();
const slots = Array.from({ length: KILL_CHANNELS }, (_, slot) => slot);
let declared = slots.map((slot) => declaredChannel(slot));
const random = new Random(1 + Number(first));
for (let number = Number(first); ; ) {
  const next = number + random.whole(1, 60);
  const numbers = Array.from({ length: next - number }, (_, index) => number + index);
  // Written at once: what stands here was true before the process died.
  writeSync(1, `made ${next}\n`);
  await store.commit(
    batchOf(
      numbers.flatMap((value) => slots.map((slot) => ({ slot, at: momentOf(value), value }))),
      declared,
    ),
  );
  writeSync(1, `kept ${next}\n`);
  declared = [];
  number = next;
}
