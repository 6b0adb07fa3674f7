/** Cables that are pulled and put in at random moments, also during transfers, on one running service. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { residentMiB } from '../../bench/process-figures.ts';
import type { VirtualProduct } from '../../emulator/usb/control.ts';
import { Random } from '../../support/random.ts';
import { assertShown, labelsOf } from '../guest/golden-values.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { CHECK_LIMIT_MS, scenario } from '../support/scenario.ts';

/** How often: enough for both ways of pulling. Many times in `npm run soak`. */
const CYCLES = Number(process.env['MENSURA_PLUG_CYCLES'] ?? 8);
const SEED = Number(process.env['MENSURA_PLUG_SEED'] ?? 1);

const PRODUCTS: readonly VirtualProduct[] = ['pth450', 'rtd300', 'tmc100', 'bar20', 'dxc200', 'pth450-vcp'];
/** It stays in all the while. */
const NEIGHBOUR = 'E80000';
/** From the kernel's having it to the cable's being pulled, in milliseconds: before, during and after the first reading. */
const STAY_MS = { min: 0, max: 1500 };
/** How long one cycle may take, in milliseconds. */
const CYCLE_LIMIT_MS = 10_000;
/** Memory that many cycles may add, in MiB: beyond what a young process takes anyway. */
const GROWTH_MIB = 40;

interface Watched extends Stage {
  /** Open files and memory, before and after. */
  files: number;
  memory: number;
}

const files = ({ service }: Stage): number => readdirSync(`/proc/${service.process.pid}/fd`).length;

/** Plugs it in, waits for its values, pulls the cable, and waits until it is gone. */
async function orderly(stage: Stage, product: VirtualProduct, serial: string): Promise<void> {
  await stage.instruments.plug({ product, serial });
  assertShown(await stage.measuring(serial, labelsOf(product)), product, serial);
  await stage.instruments.unplug(serial);
  await stage.api.gone(serial);
}

async function open(): Promise<Watched> {
  const stage = await openStage();
  await stage.instruments.plug({ product: 'bar20', serial: NEIGHBOUR });
  await stage.measuring(NEIGHBOUR, labelsOf('bar20'));
  // What is loaded and opened once is open before it is counted.
  await orderly(stage, 'pth450', 'E80001');
  await orderly(stage, 'pth450-vcp', 'E80002');
  return Object.assign(stage, { files: files(stage), memory: residentMiB(stage.service.process.pid ?? 0) });
}

/** One cycle: the cable is pulled at some moment, or in the midst of a transfer that is under way. */
async function cycle(stage: Stage, random: Random, number: number): Promise<'pulled' | 'in flight'> {
  const product = random.pick(PRODUCTS);
  const serial = `E81${String(number % 3).padStart(3, '0')}`;
  await stage.instruments.plug({ product, serial });
  const inFlight = product !== 'pth450-vcp' && random.next() < 0.3;
  if (inFlight) {
    const before = stage.instruments.happened(serial, 'gone');
    await stage.instruments.misbehave(serial, 'unplug-in-flight');
    await until(`${serial} to be gone`, () => stage.instruments.happened(serial, 'gone') > before);
  } else {
    await delay(random.whole(STAY_MS.min, STAY_MS.max));
  }
  await stage.instruments.unplug(serial);
  return inFlight ? 'in flight' : 'pulled';
}

export const plugging = scenario(
  'cables at random moments',
  open,
  {
    'the service is healthy after all of them': async (stage) => {
      const random = new Random(SEED);
      const before = (await stage.appDevice(NEIGHBOUR))?.counters.samplings ?? 0;
      const kinds = { pulled: 0, 'in flight': 0 };
      for (let number = 0; number < CYCLES; number += 1) kinds[await cycle(stage, random, number)] += 1;
      await until('all to be gone', async () => Object.keys(await stage.api.devices()).join() === NEIGHBOUR);
      await until('no problem', async () => (await stage.problems()).length === 0);
      assert.equal(await stage.status(), 'ok');
      const after = (await stage.appDevice(NEIGHBOUR))?.counters.samplings ?? 0;
      assert.ok(after > before, 'The instrument that stayed was read all the while.');
      return `${CYCLES} cycles, seed ${SEED}: ${kinds.pulled} pulled at some moment, ${kinds['in flight']} during a transfer; the neighbour was read ${after - before} times`;
    },
    'instruments are taken up afterwards as before': async (stage) => {
      await orderly(stage, 'rtd300', 'E82001');
      await orderly(stage, 'pth450-vcp', 'E82002');
    },
    'no file stays open': async (stage) => {
      await until(`${stage.files} open files again, now ${files(stage)}`, () => files(stage) <= stage.files);
      return `${stage.files} before, ${files(stage)} after`;
    },
    'memory does not grow': async (stage) => {
      const now = residentMiB(stage.service.process.pid ?? 0);
      assert.ok(now < stage.memory + GROWTH_MIB, `${stage.memory.toFixed(1)} MiB before, ${now.toFixed(1)} MiB after`);
      return `${stage.memory.toFixed(1)} MiB before, ${now.toFixed(1)} MiB after`;
    },
  },
  CHECK_LIMIT_MS + CYCLES * CYCLE_LIMIT_MS,
);
