/** Damaged files of an outbox: which messages it gives, and whether it goes on. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { PublishRequest } from '../../../service/mqtt/types.ts';
import { Outbox } from '../../../service/outbox/outbox.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { must, type Prey, type Target } from '../engine/target.ts';
import { splitAt } from '../support/parts.ts';

/** Stands between the position, and each segment with the text of its number before it. No record and no text has it. */
const NEXT = Buffer.from([0xff, 0xfd, 0xff]);
const MAGIC = Buffer.from([0xff, 0xfe, 0x4d, 0x01]);
const HEAD = 30;

/** What is pushed at the end, which must be given in a next run whatever was in the files. */
const OWN = 'own/measurement';
const LONG_MS = 600_000;
const LAZY = { flushMs: LONG_MS, saveMs: LONG_MS, retryMs: LONG_MS, maxAgeMs: Number.MAX_SAFE_INTEGER };

/** Where a record begins that has a length that fits, its check sum becomes right. */
function signed(segment: Buffer): Buffer {
  const copy = Buffer.from(segment);
  for (let at = copy.indexOf(MAGIC); at !== -1; at = copy.indexOf(MAGIC, at + 1)) {
    if (at + HEAD > copy.length) break;
    const end = at + HEAD + copy.readUInt32LE(at + 24) + copy.readUInt16LE(at + 28);
    if (end <= copy.length) copy.writeUInt32LE(crc32(copy.subarray(at + 8, end)), at + 4);
  }
  return copy;
}

/** Topic and payload of every record in a segment that is whole, wherever it begins. */
function recordsIn(segment: Buffer): string[] {
  const found: string[] = [];
  for (let at = segment.indexOf(MAGIC); at !== -1; at = segment.indexOf(MAGIC, at + 1)) {
    if (at + HEAD > segment.length) break;
    const topic = at + HEAD + segment.readUInt16LE(at + 28);
    const end = topic + segment.readUInt32LE(at + 24);
    if (end > segment.length || crc32(segment.subarray(at + 8, end)) !== segment.readUInt32LE(at + 4)) continue;
    found.push(`${segment.toString('utf8', at + HEAD, topic)} ${segment.toString('utf8', topic, end)}`);
  }
  return found;
}

async function drain(outbox: Outbox, take: (message: PublishRequest) => void): Promise<void> {
  for (;;) {
    const ready = Promise.withResolvers<void>();
    outbox.onReady = ready.resolve;
    const message = outbox.take();
    if (message) {
      take(message);
      outbox.settle(message, { kind: 'delivered' });
    } else if (outbox.size === 0) return;
    else {
      const again = setTimeout(ready.resolve, 2);
      await ready.promise;
      clearTimeout(again);
    }
  }
}

function open(base: string): Prey {
  const folder = join(base, 'outbox');
  const make = (): Outbox =>
    new Outbox({
      folder,
      owner: 'MQTT client p',
      prefix: 'p',
      qos: 1,
      storing: true,
      clock: systemClock,
      logger: silentLogger,
      limits: LAZY,
    });

  async function run(input: Uint8Array): Promise<void> {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const [position = Buffer.alloc(0), ...segments] = splitAt(Buffer.from(input.subarray(1)), NEXT);
    if (position.length > 0) writeFileSync(join(folder, 'position.json'), position);
    const records = new Set<string>();
    for (const part of segments) {
      const content = (input[0] ?? 0) % 2 === 0 ? signed(part.subarray(16)) : part.subarray(16);
      const name = part.toString('latin1', 0, 16);
      if (!/^\d{16}$/.test(name)) continue;
      for (const each of recordsIn(content)) records.add(each);
      writeFileSync(join(folder, `${name}.segment`), content);
    }
    const outbox = make();
    await outbox.start();
    must(outbox.size >= 0 && outbox.bytes >= 0, `${outbox.size} messages of ${outbox.bytes} bytes wait`);
    let given = 0;
    await drain(outbox, ({ topic, payload }) => {
      given += 1;
      must(records.has(`${topic.slice(2)} ${payload}`), `a message that was never written: ${topic}`);
    });
    must(outbox.size === 0 && outbox.bytes === 0, `${outbox.size} messages of ${outbox.bytes} bytes are left`);
    must(outbox.discarded >= 0 && given <= input.length, `${given} messages, ${outbox.discarded} dropped`);
    outbox.push({ topic: OWN, payload: '{"n":1}', at: Date.now() });
    await outbox.stop();
    const next = make();
    await next.start();
    const own: string[] = [];
    await drain(next, ({ topic }) => own.push(topic));
    await next.destroy();
    must(
      own.length === 1 && own[0] === `p/${OWN}`,
      `what came after the damage is not given in the next run: ${own.length} messages are`,
    );
  }

  return { run };
}

function record(ordinal: number, topic: string, payload: string): Buffer {
  const head = Buffer.alloc(HEAD);
  MAGIC.copy(head);
  head.writeDoubleLE(ordinal, 8);
  head.writeDoubleLE(1_790_000_000_000, 16);
  head.writeUInt32LE(payload.length, 24);
  head.writeUInt16LE(topic.length, 28);
  return signed(Buffer.concat([head, Buffer.from(topic + payload)]));
}

function files(position: string, segments: readonly (readonly [number, ...number[]])[]): Buffer {
  const parts = segments.map((ordinals) => [
    NEXT,
    Buffer.from(String(ordinals[0]).padStart(16, '0')),
    ...ordinals.map((ordinal) => record(ordinal, 'E1/measurement', `{"n":${ordinal}}`)),
  ]);
  return Buffer.concat([Buffer.of(0), Buffer.from(position), ...parts.flat()]);
}

export const target: Target = {
  covers: ['service/outbox/'],
  words: [
    NEXT,
    MAGIC,
    '{"version":1,"settled":',
    ',"also":[[',
    ']],"dropped":0}',
    '0000000000000001',
    '0000000000000009',
    '9007199254740991',
    record(2, 't', 'p'),
  ],
  maxBytes: 4096,
  seeds: [
    files('{"version":1,"settled":0,"also":[],"dropped":0}', [
      [1, 2, 3],
      [4, 5],
    ]),
    files('{"version":1,"settled":2,"also":[[4,4]],"dropped":7}', [[1, 2, 3], [4, 5], [6]]),
    files('', [[5, 6, 9]]),
    // A message that changed on the disk, its check sum as it was.
    Buffer.from(
      `\u0001${files('', [[1, 2]])
        .subarray(1)
        .toString('latin1')
        .replace('{"n":2}', '{"n":3}')}`,
      'latin1',
    ),
    files('{"version":1,"settled":12,"also":[],"dropped":0}', []),
  ],
  open,
};
