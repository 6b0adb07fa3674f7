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

/** Polls of the device, so far apart in milliseconds: longer together than any watch for silence. */
const POLLS = 80;
const POLL_MS = 250;

/** So many polls in a row may find no pressure, when the guest itself stood still for longer than a watch for silence. */
const MOST_EMPTY = 4;

/** What its processor, which is played, may take to plug in, list and show, in milliseconds; it never came before. */
const PATIENCE_MS = 2 * PERIOD_MS + 18_000;

async function pressure(stage: Stage): Promise<number | undefined> {
  return (await stage.appDevice(SERIAL))?.device.channels[PRESSURE]?.value?.magnitude;
}

export const silentChannels = scenario('an instrument with two silent channels', openStage, {
  'shows the third within two periods': async (stage) => {
    await stage.instruments.plug({ product: PRODUCT, serial: SERIAL, how: 'dead-chips' });
    const begin = performance.now();
    await until('the pressure', async () => (await pressure(stage)) !== undefined, PATIENCE_MS);
    return `after ${Math.round(performance.now() - begin)} ms, at a period of ${PERIOD_MS} ms`;
  },
  'keeps it there, and says why the others have no value': async (stage) => {
    const before = (await stage.appDevice(SERIAL))?.counters.samplings ?? 0;
    const begin = performance.now();
    let empty = 0;
    for (let poll = 0; poll < POLLS; poll += 1) {
      const magnitude = await pressure(stage);
      empty = magnitude === undefined ? empty + 1 : 0;
      assert.ok(empty <= MOST_EMPTY, `no pressure at ${empty} polls in a row, up to poll ${poll}`);
      assert.ok(magnitude === undefined || isGolden(PRODUCT, PRESSURE, magnitude), `pressure is ${magnitude}`);
      await sleep(POLL_MS);
    }
    const found = await until('the device measuring', async () => {
      const shown = await stage.appDevice(SERIAL);
      return shown?.state === 'measuring' && shown;
    });
    assert.ok(found.counters.samplings > before, `${found.counters.samplings} samplings, as before`);
    for (const channel of DEAD) assert.equal(found.reasons[channel], 'no reply in time');
    assert.deepEqual(await stage.troubles(), []);
    const seconds = (performance.now() - begin) / 1000;
    return `${found.counters.samplings - before} samplings in ${seconds.toFixed(1)} s, ${POLLS} polls`;
  },
  'warns of each once': async (stage) => {
    for (const channel of DEAD) {
      const lines = stage.service.output().match(new RegExp(`${SERIAL}: ${channel} has stopped answering`, 'g'));
      assert.equal(lines?.length, 1);
    }
    assert.doesNotMatch(stage.service.output(), /has sent no data/);
  },
  'shows them within ten seconds when they answer': async (stage) => {
    await stage.instruments.misbehave(SERIAL, 'well');
    const begin = performance.now();
    await stage.measuring(SERIAL, [PRESSURE, ...DEAD]);
    return `after ${Math.round(performance.now() - begin)} ms`;
  },
});
