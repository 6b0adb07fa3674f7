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

/** While it is watched: a guest that stands still for two or three seconds is silent for none of three such periods. */
const WATCHED_PERIOD_MS = 4000;

/** It is polled through so many samplings: longer than the watch for silence waits. */
const SAMPLINGS = 4;
const POLL_MS = 500;

/** Of the polls, so many may find no pressure: a guest may stand still for longer than the watch allows. */
const MOST_EMPTY_SHARE = 0.5;

async function pressure(stage: Stage): Promise<number | undefined> {
  return (await stage.appDevice(SERIAL))?.device.channels[PRESSURE]?.value?.magnitude;
}

export const silentChannels = scenario('an instrument with two silent channels', () => openStage(), {
  'shows the third within two periods': async (stage) => {
    await stage.instruments.plug({ product: PRODUCT, serial: SERIAL, how: 'dead-chips' });
    const begin = performance.now();
    await until('the pressure', async () => (await pressure(stage)) !== undefined);
    return `after ${Math.round(performance.now() - begin)} ms, at a period of ${PERIOD_MS} ms`;
  },
  'keeps it there, and says why the others have no value': async (stage) => {
    assert.equal((await stage.api.patch(SERIAL, { period_ms: WATCHED_PERIOD_MS })).status, 200);
    const before = (await stage.appDevice(SERIAL))?.counters.samplings ?? 0;
    const begin = performance.now();
    let polls = 0;
    let empty = 0;
    const wrong: number[] = [];
    await until(`${SAMPLINGS} samplings`, async () => {
      const shown = await stage.appDevice(SERIAL);
      const magnitude = shown?.device.channels[PRESSURE]?.value?.magnitude;
      polls += 1;
      if (magnitude === undefined) empty += 1;
      else if (!isGolden(PRODUCT, PRESSURE, magnitude)) wrong.push(magnitude);
      await sleep(POLL_MS);
      return (shown?.counters.samplings ?? 0) >= before + SAMPLINGS;
    });
    assert.deepEqual(wrong, []);
    assert.ok(empty <= polls * MOST_EMPTY_SHARE, `no pressure at ${empty} of ${polls} polls`);
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
    const seconds = (performance.now() - begin) / 1000;
    return `${found.counters.samplings - before} samplings in ${seconds.toFixed(1)} s, ${polls} polls, ${empty} of them without a value`;
  },
  'warns of each once': async (stage) => {
    for (const channel of DEAD) {
      const lines = stage.service.output().match(new RegExp(`${SERIAL}: ${channel} stopped responding`, 'g'));
      assert.equal(lines?.length, 1);
    }
    // A guest that stands still for seconds is silent once; silent channels made it so at every sampling or two.
    const silences = stage.service.output().match(new RegExp(`no data from ${SERIAL}`, 'g'))?.length ?? 0;
    const samplings = (await stage.appDevice(SERIAL))?.counters.samplings ?? 0;
    assert.ok(silences * 4 <= samplings, `silent ${silences} times in ${samplings} samplings`);
  },
  'shows them within ten seconds when they answer': async (stage) => {
    await stage.instruments.misbehave(SERIAL, 'well');
    const begin = performance.now();
    await stage.measuring(SERIAL, [PRESSURE, ...DEAD]);
    return `after ${Math.round(performance.now() - begin)} ms`;
  },
});
