/** A service under test with instruments beside it, all ended at the end of the test file. */
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { atEnd } from './at-end.ts';
import { freshPortPath } from './serial/folder.ts';
import { type RunningService, type StartServiceOptions, startService } from './service.ts';
import { until } from './until.ts';

/** The instrument of the published line. */
const PUBLISHED = {
  product: 'VCP-PTH450-CAL',
  serial: 'E24638',
  values: ['102466', '24.87', '66.81'],
} as const;

/** Plugs in an emulated instrument: the published one unless told otherwise. */
export async function plug(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  const emulator = await startEmulator({ ...PUBLISHED, path: freshPortPath(), ...options });
  atEnd(() => emulator.stop());
  return emulator;
}

/** Starts the service on the ports of these instruments. */
export async function serve(
  instruments: readonly (Emulator | string)[] = [],
  options: StartServiceOptions = {},
): Promise<RunningService> {
  const paths = instruments.map((item) => (typeof item === 'string' ? item : item.options.path));
  const service = await startService({
    ...options,
    args: [...paths.flatMap((path) => ['--serial-port', path]), ...(options.args ?? [])],
  });
  atEnd(() => service.stop());
  return service;
}

/** Waits until an instrument has a value. */
export async function measured({ url }: RunningService, serial: string = PUBLISHED.serial): Promise<void> {
  await until(`a value of ${serial}`, async () => {
    const answer = await fetch(`${url}/3.7.0/devices/usb/${serial}/measurement`);
    return answer.ok && Object.keys(((await answer.json()) as { values: object }).values).length > 0;
  });
}
