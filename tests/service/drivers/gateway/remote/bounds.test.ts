/** One remote's flood or nonsense, and how much is kept of anybody. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_DEVICES,
  MAX_DEVICES_PER_REMOTE,
  MAX_KIND_TEXT,
  MAX_KINDS,
  MAX_REMOTES,
  MESSAGE_BUDGET,
} from '../../../../../service/drivers/gateway/remote/limits.ts';
import { aboutText, bytes, climateInfo, FleetRig, infoText, measurementText, OTHER, OWN, THIRD } from './support.ts';

/** A rig with two remotes, one of them quiet. */
function two(): FleetRig {
  const rig = new FleetRig('fleet/+');
  rig.remote('fleet/loud', OTHER, 'E1');
  rig.remote('fleet/quiet', THIRD, 'E2');
  rig.said();
  return rig;
}

describe('a flood', () => {
  test('of readings is cut at what a remote may send; the others lose nothing', () => {
    const rig = two();
    for (let index = 0; index < 3 * MESSAGE_BUDGET.atOnce; index += 1)
      rig.read('fleet/loud', 'E1', { temperature: 1 }, -index);
    const taken = rig.words().length;
    expect(taken).toBeGreaterThan(MESSAGE_BUDGET.atOnce / 2);
    expect(taken).toBeLessThanOrEqual(MESSAGE_BUDGET.atOnce);
    expect(rig.fleet.counts.refused).toBe(3 * MESSAGE_BUDGET.atOnce - taken);
    expect(rig.notices.at(-1)).toEqual({
      code: 'answer-too-large',
      text: 'fleet/loud sends more than 2000 messages per second; excess messages are discarded',
      remedy: 'Check which program publishes there.',
    });
    rig.read('fleet/quiet', 'E2', { temperature: 2 });
    expect(rig.words()).toEqual([`read ${THIRD} E2 temperature 2`]);
    rig.clock.advance(60_000);
    rig.read('fleet/loud', 'E1', { temperature: 3 });
    expect(rig.words()).toEqual([`read ${OTHER} E1 temperature 3`]);
  });

  /** Late readings of one remote, as fast as the receiver lets the broker send them; each pause passes. */
  function backlog(rig: FleetRig, count: number, pauses: boolean, padding = ''): { pausedMs: number } {
    const begin = rig.clock.now() - 60 * 86_400_000;
    let pausedMs = 0;
    for (let index = 0; index < count; index += 1) {
      rig.fleet.message({
        topic: 'fleet/loud/E1/measurement',
        payload: bytes(measurementText('E1', begin + index * 60_000, { temperature: 1 }).replace('{', `{${padding}`)),
        retained: false,
        slowDown: (ms) => {
          pausedMs += ms;
          if (pauses) rig.clock.advance(ms);
        },
      });
    }
    return { pausedMs };
  }

  test('of late readings slows the broker down, and none is discarded', () => {
    const rig = two();
    let late = 0;
    rig.events.on('late', () => (late += 1));
    const { pausedMs } = backlog(rig, 30_000, true);
    expect(rig.fleet.counts.refused).toBe(0);
    expect(late).toBe(30_000);
    // Above the burst, less the part for devices that connect: 2000 a second, each message counting a little more.
    expect(pausedMs).toBeGreaterThan(((30_000 - MESSAGE_BUDGET.atOnce) / MESSAGE_BUDGET.perSecond) * 1000);
    expect(pausedMs).toBeLessThan(((30_000 - 5000) / MESSAGE_BUDGET.perSecond) * 1300);
  });

  test('of late readings that does not slow down is cut after five minutes of patience', () => {
    const rig = two();
    const { perSecond, atOnce } = MESSAGE_BUDGET;
    // Each counts as more than 51 messages.
    const count = Math.ceil((atOnce + 310 * perSecond) / 51);
    backlog(rig, count, false, ' '.repeat(50 * 1024));
    expect(rig.fleet.counts.refused).toBeGreaterThan(100);
    expect(rig.fleet.counts.refused).toBeLessThan(count / 10);
    rig.read('fleet/quiet', 'E2', { temperature: 2 });
    expect(rig.words().at(-1)).toBe(`read ${THIRD} E2 temperature 2`);
  });

  test('of current readings is cut even if the broker could wait', () => {
    const rig = two();
    for (let index = 0; index < 2 * MESSAGE_BUDGET.atOnce; index += 1) {
      const payload = bytes(measurementText('E1', rig.clock.now() + index, { temperature: 1 }));
      const slowDown = (): void => {
        throw new Error('The connection must not wait for it.');
      };
      rig.fleet.message({ topic: 'fleet/loud/E1/measurement', payload, retained: false, slowDown });
    }
    expect(rig.fleet.counts.refused).toBeGreaterThan(MESSAGE_BUDGET.atOnce - 1000);
  });

  test('of large payloads is cut sooner', () => {
    const rig = two();
    const large = bytes(`{"x":"${'x'.repeat(60_000)}"}`);
    for (let index = 0; index < 1000; index += 1) {
      rig.fleet.message({ topic: 'fleet/loud/E1/measurement', payload: large, retained: false });
    }
    expect(rig.said().length).toBeLessThan(MESSAGE_BUDGET.atOnce / 58);
  });

  test.each([
    ['fleet/loud/status', 'offline'],
    ['fleet/loud/status', ''],
    ['fleet/loud/about', ''],
    ['fleet/loud/E1/status', 'offline'],
    ['fleet/loud/E1/info', ''],
  ])('does not keep the end on %s, "%s", from counting', (topic, payload) => {
    const rig = two();
    for (let index = 0; index < 2 * MESSAGE_BUDGET.atOnce; index += 1)
      rig.read('fleet/loud', 'E1', { temperature: 1 }, -index);
    rig.said();
    rig.now(topic, payload);
    expect(rig.words()).toEqual([expect.stringMatching(`^lost ${OTHER} E1: `)]);
  });

  test.each(['fleet/loud/status', 'fleet/loud/E1/status'])(
    'of comings and goings on %s waits for its turn',
    (topic) => {
      const rig = two();
      for (let index = 0; index < 20_000; index += 1) rig.now(topic, index % 2 ? 'online' : 'offline');
      expect(rig.said().length).toBeLessThanOrEqual(MESSAGE_BUDGET.atOnce);
      // It says that it is there, but has used up what it may.
      rig.fleet.catchUp();
      expect(rig.said()).toEqual([]);
      rig.clock.advance(1000);
      rig.fleet.catchUp();
      expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
      rig.fleet.catchUp();
      expect(rig.words()).toEqual([]);
    },
  );

  test('is over for an instrument that is shown before its turn comes: it is not told of again', () => {
    const rig = two();
    for (let index = 0; index < 20_001; index += 1) rig.now('fleet/loud/E1/status', index % 2 ? 'online' : 'offline');
    rig.now('fleet/loud/E1/status', 'online');
    rig.said();
    rig.clock.advance(1000);
    rig.now('fleet/loud/E1/info', climateInfo('E1', 'co2'));
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
    rig.fleet.catchUp();
    expect(rig.words()).toEqual([]);
  });

  test('that ends with a good-bye has ended', () => {
    const rig = two();
    for (let index = 0; index < 20_000; index += 1) rig.now('fleet/loud/status', index % 2 ? 'online' : 'offline');
    rig.now('fleet/loud/status', 'offline');
    rig.said();
    rig.clock.advance(60_000);
    rig.fleet.catchUp();
    expect(rig.words()).toEqual([]);
  });

  test('of identities is cut', () => {
    const rig = two();
    for (let index = 0; index < 2 * MESSAGE_BUDGET.atOnce; index += 1) {
      rig.now('fleet/loud/about', aboutText(index % 2 ? OTHER : 'MSZZZZZZZZZZ'));
    }
    expect(rig.fleet.counts.refused).toBeGreaterThan(MESSAGE_BUDGET.atOnce);
  });

  test('what a broker keeps is no flood: it comes once', () => {
    const rig = new FleetRig('fleet/+');
    rig.remote('fleet/a', OTHER);
    for (let index = 0; index < MAX_DEVICES_PER_REMOTE; index += 1) rig.instrument('fleet/a', `E${index}`);
    expect(rig.fleet.counts.refused).toBe(0);
    for (let second = 0; second < 10; second += 1) {
      rig.clock.advance(1000);
      rig.fleet.catchUp();
    }
    expect(rig.words()).toHaveLength(MAX_DEVICES_PER_REMOTE);
  });
});

describe('the most that is kept', () => {
  test('of remotes: one more is left out and told of, one that is no more makes room', () => {
    const rig = new FleetRig('fleet/+');
    const status = (index: number, payload: string): void => rig.kept(`fleet/r${index}/status`, payload);
    for (let index = 0; index <= MAX_REMOTES; index += 1) status(index, 'online');
    expect(rig.notices).toEqual([
      {
        code: 'answer-too-large',
        text: `fleet/r${MAX_REMOTES} is ignored: the limit of prefixes is reached`,
        remedy: 'Use a narrower prefix.',
      },
    ]);
    status(0, '');
    rig.remote(`fleet/r${MAX_REMOTES}`, OTHER, 'E1');
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
  });

  test('of instruments of a remote: one more is left out, one that is no more makes room', () => {
    const rig = two();
    for (let index = 0; index < MAX_DEVICES_PER_REMOTE; index += 1) {
      rig.kept(`fleet/loud/X${index}/status`, 'online');
    }
    expect(rig.notices.at(-1)).toEqual({
      code: 'answer-too-large',
      text: `fleet/loud/X${MAX_DEVICES_PER_REMOTE - 1}/status is ignored: the limit of devices is reached`,
      remedy: 'Use a narrower prefix.',
    });
    rig.kept('fleet/loud/X0/status', '');
    rig.instrument('fleet/loud', 'E9');
    expect(rig.words()).toEqual([`seen ${OTHER} E9`]);
  });

  test('of all instruments and kinds: what is no more counts no more', () => {
    const rig = two();
    for (let index = 0; index <= MAX_DEVICES; index += 1) {
      rig.kept(`fleet/loud/X${index}/status`, 'online');
      rig.kept(`fleet/loud/X${index}/status`, '');
    }
    for (let index = 0; index <= MAX_KINDS; index += 1) {
      rig.kept(
        'fleet/loud/E1/info',
        infoText('E1', ({ device }) => (device.info.firmware_version_minor = index)),
      );
    }
    expect(rig.notices).toEqual([]);
    rig.instrument('fleet/loud', 'E9');
    expect(rig.words().at(-1)).toBe(`seen ${OTHER} E9`);
  });

  test('of kinds: an instrument of one too many is left out', () => {
    const rig = new FleetRig('fleet/+');
    rig.remote('fleet/a', OTHER);
    rig.remote('fleet/b', THIRD);
    rig.remote('fleet/c', 'MS0000000000');
    const put = (index: number): void =>
      rig.kept(
        `fleet/${'abc'[index % 3]}/E${index}/info`,
        infoText(`E${index}`, ({ device }) => (device.info.firmware_version_minor = index)),
      );
    for (let index = 0; index <= MAX_KINDS; index += 1) put(index);
    expect(rig.notices.map(({ text }) => text)).toEqual([
      `fleet/b/E${MAX_KINDS}/info is ignored: the limit of products is reached`,
    ]);
  });

  test('of what kinds are made of: one remote that brings large ones takes no place from the others', () => {
    const rig = two();
    const large = (serial: string): string =>
      infoText(serial, ({ device, product }) => {
        for (let index = 0; index < 60; index += 1) {
          const label = `${serial} ${index}`;
          device.channel_list.push(label);
          device.channels[label] = { period_ms: 1000, value: null };
          const long = label.padEnd(250, '.');
          product.channels[label] = { description: long, details: { virtual: false }, label, type: long, unit: long };
        }
      });
    for (let index = 0; index < 200; index += 1) rig.instrument('fleet/loud', `X${index}`, large(`X${index}`));
    // An `info` has more text than what is kept of it.
    const most = MAX_KIND_TEXT.ofOne / large('X0').length;
    const shown = rig.words().length;
    expect(shown).toBeGreaterThan(most / 2);
    expect(shown).toBeLessThan(1.5 * most);
    expect(rig.notices.at(-1)?.text).toBe('fleet/loud/X199/info is ignored: the limit of products is reached');
    rig.instrument('fleet/quiet', 'Y', large('Y'));
    expect(rig.words()).toEqual([`seen ${THIRD} Y`]);
    for (let index = 0; index < 200; index += 1) rig.kept(`fleet/loud/X${index}/info`, '');
    rig.words();
    rig.instrument('fleet/loud', 'X199', large('X199'));
    expect(rig.words()).toEqual([`seen ${OTHER} X199`]);
  });

  test('what is cleared before it was known leaves nothing behind', () => {
    const rig = new FleetRig('fleet/+');
    for (let index = 0; index < 3 * MAX_REMOTES; index += 1) {
      rig.kept(`fleet/r${index}/status`, '');
      rig.kept(`fleet/r${index}/E1/info`, '');
      rig.kept(`fleet/r${index}/E1/info`, 'nonsense');
      rig.kept(`fleet/r${index}/about`, aboutText(OTHER));
      rig.kept(`fleet/r${index}/about`, '');
    }
    rig.remote('fleet/a', OTHER, 'E1');
    expect(rig.words()).toEqual([`seen ${OTHER} E1`]);
  });
});

test('whatever bytes come, on whatever topic: the others go on', () => {
  const topic = fc.oneof(
    fc.constantFrom('status', 'about', 'E1/info', 'E1/status', 'E1/measurement').map((rest) => `fleet/loud/${rest}`),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.jsonValue({ maxDepth: 2 }).map((value) => bytes(JSON.stringify(value))),
    fc
      .constantFrom(infoText('E1'), aboutText(OWN), aboutText(OTHER), 'online', 'offline', measurementText('E1', 0, {}))
      .map(bytes),
  );
  const message = fc.record({ topic, payload, retained: fc.boolean() });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const rig = two();
      for (const each of messages) rig.fleet.message(each);
      rig.fleet.catchUp();
      rig.said();
      rig.read('fleet/quiet', 'E2', { temperature: 2 });
      expect(rig.words()).toEqual([`read ${THIRD} E2 temperature 2`]);
    }),
  );
});
