/** An instrument of which two channels never answer: the third is shown at once, and at every poll from then on. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGolden, labelsOf } from '../guest/golden-values.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const PRODUCT = 'pth450';
const SERIAL = 'E71000';
const [PRESSURE = '', ...DEAD] = labelsOf(PRODUCT);
const PERIOD_MS = 1000;

/** It is polled through so many samplings: longer than the watch for silence waits. */
const SAMPLINGS = 8;
const POLL_MS = 250;

/** So often it is watched at most: a guest that stands still is silent now and then, a fault each time. */
const WATCHES = 3;

interface Watch {
  polls: number;
  /** Polls without a pressure. */
  empty: number;
  samplings: number;
  /** How often the device fell silent. */
  silences: number;
}

const isInterrupted = ({ polls, empty, samplings, silences }: Watch): boolean =>
  empty * 2 > polls || silences * 4 > samplings;

async function pressure(stage: Stage): Promise<number | undefined> {
  return (await stage.appDevice(SERIAL))?.device.channels[PRESSURE]?.value?.magnitude;
}

const silencesOf = (stage: Stage): number =>
  stage.service.output().match(new RegExp(`no data from ${SERIAL}`, 'g'))?.length ?? 0;

async function watch(stage: Stage): Promise<Watch> {
  const before = (await stage.appDevice(SERIAL))?.counters.samplings ?? 0;
  const silences = silencesOf(stage);
  let [polls, empty, samplings] = [0, 0, 0];
  const wrong: number[] = [];
  await until(`${SAMPLINGS} samplings`, async () => {
    const shown = await stage.appDevice(SERIAL);
    const magnitude = shown?.device.channels[PRESSURE]?.value?.magnitude;
    polls += 1;
    if (magnitude === undefined) empty += 1;
    else if (!isGolden(PRODUCT, PRESSURE, magnitude)) wrong.push(magnitude);
    await sleep(POLL_MS);
    samplings = (shown?.counters.samplings ?? 0) - before;
    return samplings >= SAMPLINGS;
  });
  assert.deepEqual(wrong, []);
  return { polls, empty, samplings, silences: silencesOf(stage) - silences };
}

export const silentChannels = scenario('an instrument with two silent channels', () => openStage(), {
  'shows the third within two periods': async (stage) => {
    await stage.instruments.plug({ product: PRODUCT, serial: SERIAL, how: 'dead-chips' });
    const begin = performance.now();
    await until('the pressure', async () => (await pressure(stage)) !== undefined);
    return `after ${Math.round(performance.now() - begin)} ms, at a period of ${PERIOD_MS} ms`;
  },
  'keeps it there, and says why the others have no value': async (stage) => {
    let seen = await watch(stage);
    for (let times = 1; times < WATCHES && isInterrupted(seen); times += 1) seen = await watch(stage);
    assert.ok(!isInterrupted(seen), JSON.stringify(seen));
    const found = await until('the device measuring', async () => {
      const shown = await stage.appDevice(SERIAL);
      return shown?.state === 'measuring' && shown;
    });
    for (const channel of DEAD) assert.equal(found.reasons[channel], 'no reply (timeout)');
    const problems = await stage.problems();
    assert.deepEqual(
      problems.filter(({ subject, text }) => `${subject} ${text}`.includes(SERIAL)),
      [],
    );
    return JSON.stringify(seen);
  },
  'warns of each once': async (stage) => {
    for (const channel of DEAD) {
      const lines = stage.service.output().match(new RegExp(`${SERIAL}: ${channel} stopped responding`, 'g'));
      assert.equal(lines?.length, 1);
    }
  },
  'shows them within ten seconds when they answer': async (stage) => {
    await stage.instruments.misbehave(SERIAL, 'well');
    const begin = performance.now();
    await stage.measuring(SERIAL, [PRESSURE, ...DEAD]);
    return `after ${Math.round(performance.now() - begin)} ms`;
  },
});
