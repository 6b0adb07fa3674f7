/** Corrections with a registry and a played driver, in a folder of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CorrectionInput, correctionInputSchema, type EntityChange } from '../../../service/contract/index.ts';
import { ActiveCorrections } from '../../../service/corrections/active-corrections.ts';
import { CorrectionManager } from '../../../service/corrections/manager.ts';
import { CorrectionStore } from '../../../service/corrections/store.ts';
import { KnownDevices } from '../../../service/devices/known-devices.ts';
import { Registry, type RegistryEvents } from '../../../service/devices/registry.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { PlayedKnownStore } from '../../support/played/known-devices.ts';
import { ManualClock, PlayedDriver } from '../devices/support.ts';

export const T = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

/** An offset. */
export function offset(by: number, fields: Partial<CorrectionInput> = {}): CorrectionInput {
  return correctionInputSchema.parse({ unit: '°C', points: [{ measured: 20, reference: 20 + by }], ...fields });
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-corrections-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** What a start of the service makes of the folder. Ends with the test, or before. */
export async function startCorrections(folder: string, clock = new ManualClock()) {
  const active = new ActiveCorrections(silentLogger);
  const registry = new Registry({ clock, logger: silentLogger, corrections: active });
  const known = new KnownDevices({
    registry,
    store: new PlayedKnownStore(),
    clock,
    logger: silentLogger,
    corrections: active,
  });
  const store = new CorrectionStore(folder, silentLogger);
  const damage = await store.start();
  const corrections = new CorrectionManager({ store, active, registry, known, clock, logger: silentLogger });
  corrections.start();
  known.start();
  const driver = new PlayedDriver();
  driver.connect(registry);
  const changes: EntityChange<'correction'>[] = [];
  corrections.events.on('changed', (change) => changes.push(change));
  onTestFinished(async () => {
    corrections.stop();
    await known.stop();
  });
  let last: RegistryEvents['readings'] | undefined;
  registry.events.on('readings', (event) => (last = event));
  const measure = (magnitude: number | null): Record<string, number | null> => {
    const samples = [{ channel: T.channel, magnitude }];
    driver.events.emit('readings', { family: T.family, serial: T.serial, at: clock.now(), samples });
    return magnitudes(last);
  };
  return { corrections, active, registry, known, store, driver, clock, damage, changes, measure };
}

/** Of real channels, corrected and not. */
export function magnitudes(event: RegistryEvents['readings'] | RegistryEvents['late'] | undefined) {
  const all = [...(event?.samples ?? []), ...(event?.uncorrected ?? [])];
  return Object.fromEntries(
    all.filter(({ channel }) => channel.startsWith('temp')).map(({ channel, magnitude }) => [channel, magnitude]),
  );
}
