/** Instruments that do something wrong: never a wrong value, always a reason, and nobody else is held up. */
import assert from 'node:assert/strict';
import { openEventStream } from '../../bench/event-stream.ts';
import type { Misbehaviour } from '../../emulator/usb/control.ts';
import type { AtEnd } from '../../support/ends.ts';
import { isGolden, labelsOf } from '../guest/golden-values.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

/** Those that leave an instrument without a value. */
const FATAL: readonly Misbehaviour[] = ['stall', 'wrong-echo', 'wrong-check', 'late', 'silence'];
const ALL: readonly Misbehaviour[] = [...FATAL, 'flaky'];

/** Every instrument is one of these, so that one table has the right values of all. */
const PRODUCT = 'bar20';
const CHANNELS = labelsOf(PRODUCT);
const NEIGHBOUR = 'E70000';

/** How long one may take to fall silent, and to come back: both within what one check may. In milliseconds. */
const RECOVERY_MS = 150_000;

const serialOf = (how: Misbehaviour): string => `E7-${how}`;

interface Reading {
  serial: string;
  values: Record<string, { magnitude: number | null }>;
}

interface Misbehaving extends Stage {
  readings: Reading[];
  /** How each of the fatal ones is borne: all at once, from the first check of one on. */
  borne: Map<Misbehaviour, Promise<string>>;
}

async function open(atEnd: AtEnd): Promise<Misbehaving> {
  const stage = await openStage();
  const readings: Reading[] = [];
  const serials = [NEIGHBOUR, ...ALL.map(serialOf)];
  const stream = await openEventStream(stage.service.url, (name, data) => {
    // Another scenario may run beside this one.
    if (name === 'readings' && serials.includes((data as Reading).serial)) readings.push(data as Reading);
  });
  atEnd(() => stream.close());
  for (const serial of serials) await stage.instruments.plug({ product: PRODUCT, serial });
  for (const serial of serials) await stage.measuring(serial, CHANNELS);
  // All at once: each has to be borne beside all the others.
  for (const how of ALL) await stage.instruments.misbehave(serialOf(how), how);
  return Object.assign(stage, { readings, borne: new Map() });
}

async function samplings(stage: Stage, serial: string): Promise<number> {
  return (await stage.appDevice(serial))?.counters.samplings ?? 0;
}

/** Has no value, says why for each channel, and comes back when it does well again. */
async function bear(stage: Stage, how: Misbehaviour): Promise<string> {
  const serial = serialOf(how);
  const reasons = await until(
    `reasons for ${serial}`,
    async () => {
      const found = await stage.appDevice(serial);
      return found && CHANNELS.every((channel) => found.reasons[channel]) && found.reasons;
    },
    RECOVERY_MS,
  );
  await stage.api.silence(serial);
  await stage.instruments.misbehave(serial, 'well');
  await until(
    `${serial} to measure again`,
    async () => {
      const found = await stage.appDevice(serial);
      return CHANNELS.every((channel) => found?.device.channels[channel]?.value);
    },
    RECOVERY_MS,
  );
  return [...new Set(Object.values(reasons))].join('; ');
}

function isBorne(how: Misbehaviour) {
  return (stage: Misbehaving): Promise<string> => {
    for (const other of FATAL) {
      if (stage.borne.has(other)) continue;
      const work = bear(stage, other);
      // Its own check awaits it, perhaps after it failed.
      work.catch(() => {});
      stage.borne.set(other, work);
    }
    return stage.borne.get(how) ?? Promise.reject(new Error(`${how} is not among the fatal ones.`));
  };
}

export const misbehaviour = scenario('instruments that misbehave', open, {
  'hold up nobody else': async (stage) => {
    const before = await samplings(stage, NEIGHBOUR);
    const begin = performance.now();
    await until('five more samplings of the neighbour', async () => (await samplings(stage, NEIGHBOUR)) >= before + 5);
    return `5 samplings in ${Math.round(performance.now() - begin)} ms, at a period of 1000 ms`;
  },
  ...Object.fromEntries(FATAL.map((how) => [`${how}: no value, a reason, and back when it is well`, isBorne(how)])),
  'flaky: goes on measuring, and what was refused is counted': async (stage) => {
    const serial = serialOf('flaky');
    const before = await samplings(stage, serial);
    await until('five more samplings', async () => (await samplings(stage, serial)) >= before + 5);
    const found = await stage.measuring(serial, CHANNELS);
    assert.ok(found.counters.rejected > 0);
    return `${found.counters.rejected} replies refused, ${found.counters.samplings} samplings`;
  },
  'never show a wrong value': async ({ readings }) => {
    const all = readings.flatMap(({ serial, values }) =>
      Object.entries(values).map(([channel, { magnitude }]) => ({ serial, channel, magnitude })),
    );
    const wrong = all.filter(({ channel, magnitude }) => magnitude !== null && !isGolden(PRODUCT, channel, magnitude));
    assert.deepEqual(wrong, []);
    const valid = all.filter(({ magnitude }) => magnitude !== null).length;
    assert.ok(valid > 20);
    return `${valid} values and ${all.length - valid} without one, in ${readings.length} readings`;
  },
  'and leave no problem behind': async (stage) => {
    await stage.instruments.misbehave(serialOf('flaky'), 'well');
    await until('no problem', async () => (await stage.problems()).length === 0);
    assert.equal(await stage.status(), 'ok');
  },
});
