/**
 * A program with an outbox, to be killed: pushes numbered messages, delivers some now and then, and writes to standard
 * output what it does, a line each: `p` a number that is pushed, `d` one that was delivered, `f` all up to a number was
 * flushed; each with the time in milliseconds. Arguments: the folder, the first number, which is the seed too.
 */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Outbox } from '../../../service/outbox/outbox.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { Random } from '../../support/random.ts';

const [, , folder = '', first = '1'] = process.argv;

function tell(what: 'p' | 'd' | 'f', number: number): void {
  writeSync(1, `${what} ${number} ${performance.now()}\n`);
}

const outbox = new Outbox({
  folder,
  owner: 'MQTT client lab',
  prefix: 'lab',
  qos: 1,
  storing: true,
  clock: systemClock,
  logger: silentLogger,
  limits: { flushMs: 50, saveMs: 100, memoryMessages: 1000, segmentBytes: 20_000 },
});
await outbox.start();

let next = Number(first);
const random = new Random(next);
let onlineUntil = 0;

/** Delivers for a while, then not. */
function deliver(): void {
  if (performance.now() > onlineUntil + 300) onlineUntil = performance.now() + 300 * random.next();
  if (performance.now() > onlineUntil) return;
  for (let times = 0; times < 20; times += 1) {
    const message = outbox.take();
    if (!message) return;
    outbox.settle(message, { kind: 'delivered' });
    tell('d', Number(message.payload));
  }
}

for (;;) {
  for (let times = 5 * random.next(); times > 0; times -= 1) {
    tell('p', next);
    outbox.push({ topic: 'E1/measurement', payload: String(next), at: Date.now() });
    next += 1;
  }
  deliver();
  if (random.next() < 0.02) {
    const last = next - 1;
    await outbox.flush();
    tell('f', last);
  }
  await pause(2);
}
