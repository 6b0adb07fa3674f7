/** Computed channels over a registry whose devices and clock the test plays, with a history of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createComputed } from '../../../service/composition/computed.ts';
import { ComputedStore } from '../../../service/computed/computed-store.ts';
import { IntegralStates } from '../../../service/computed/integral-states.ts';
import type { ReadingsSource } from '../../../service/computed/window-filler.ts';
import {
  type ChannelRef,
  type ComputedInput,
  channelPath,
  computedInputSchema,
  type HistoryResult,
} from '../../../service/contract/index.ts';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import { DeviceSettingsStore } from '../../../service/settings/device-memory.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { createBench, describePth } from '../devices/support.ts';

/** Stored readings by channel path, as pairs of time and magnitude. */
export type Stored = Record<string, readonly (readonly [at: number, magnitude: number | null])[]>;

/** Answers with the stored readings of the range; all of them are committed. */
export function historyOf(stored: Stored): ReadingsSource {
  return {
    query: async (channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryResult> => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      until: new Date(to).toISOString(),
      channels: channels.map((ref) => {
        const rows = (stored[channelPath(ref)] ?? []).filter(([at]) => at >= from && at < to);
        const at = rows.map(([time]) => time);
        return {
          ...ref,
          unit: '',
          parts: [{ kind: 'readings' as const, at, magnitude: rows.map(([, value]) => value), broken: [] }],
        };
      }),
    }),
  };
}

export interface RigOptions {
  dataDir?: string;
  history?: ReadingsSource;
  /** Where the clock begins. */
  wall?: number;
}

export async function computedRig({ dataDir, history = historyOf({}), wall }: RigOptions = {}) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'mensura-computed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bench = createBench();
  const { registry, clock, driver } = bench;
  if (wall !== undefined) clock.wall = wall;
  const began = clock.wall;
  const store = new ComputedStore(folder, silentLogger);
  const integrals = new IntegralStates(folder, silentLogger);
  const memory = new DeviceSettingsStore({
    dataDir: folder,
    logger: silentLogger,
    setPeriod: (key, periodMs) => registry.setPeriod(key, periodMs),
    currentPeriod: () => undefined,
    computedName: (id) => store.entries.get(id)?.computed.name,
  });
  const damage = await store.start();
  await integrals.start();
  await memory.start();
  const forgotten: string[] = [];
  const manager = createComputed({
    stores: { computed: store, integrals, memory },
    registry,
    known: { forget: async ({ serial }) => void forgotten.push(serial) },
    history,
    clock,
    logger: silentLogger,
  });
  manager.start();
  onTestFinished(() => manager.stop());
  const results: [name: string, magnitude: number | null, at: number][] = [];
  registry.events.on('readings', ({ device, at, samples }) => {
    const { family, serial } = device.description;
    if (family !== 'computed') return;
    results.push([manager.get(serial).computed.name, samples[0]?.magnitude ?? null, at - began]);
  });
  return {
    folder,
    registry,
    clock,
    manager,
    memory,
    integrals,
    damage,
    forgotten,
    /** Each result since the last call: name, magnitude and its time since the start, in milliseconds. */
    results: () => results.splice(0),
    attach: (serial: string, changes: Partial<DeviceDescription> = {}) =>
      driver.events.emit('attached', { ...describePth(serial), ...changes }),
    detach: (serial: string) => driver.events.emit('detached', { family: 'usb', serial, reason: 'unplugged' }),
    /** Until windows are filled from a history that answers at once. */
    filled: () => setImmediate(),
    /** A reading of the temperature, or of several channels. */
    measure: (serial: string, values: number | null | Record<string, number | null>) => {
      const named = typeof values === 'object' && values !== null ? values : { temperature: values };
      const samples = Object.entries(named).map(([channel, magnitude]) => ({ channel, magnitude }));
      driver.events.emit('readings', { family: 'usb', serial, at: clock.now(), samples });
    },
    add: async (name: string, formula: string, others: Partial<ComputedInput> = {}) =>
      (await manager.create(computedInputSchema.parse({ name, formula, ...others }))).id,
    /** State and reason of the device of a computed channel. */
    stateOf: (id: string) => {
      const device = registry.get({ family: 'computed', serial: id });
      const reading = device?.readings.get('value');
      return [device?.state, reading?.value?.magnitude ?? reading?.reason];
    },
  };
}
