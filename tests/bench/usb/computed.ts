/** What computed channels cost, beside reading the devices that they are computed of. */
import { resultOf, type Section } from '../results.ts';
import type { ReaderResult } from './reader.ts';
import { problemsOf, type ReadingOptions, readBy } from './reading.ts';

const DEVICES = 100;
const COMPUTED = 500;
const PERIOD_MS = 100;

type ComputedOptions = Omit<ReadingOptions, 'instruments'>;

export async function measureComputed({ rounds, warmUpMs, durationMs }: ComputedOptions): Promise<Section> {
  const task = { reader: 'driver', instruments: DEVICES, periodMs: PERIOD_MS, warmUpMs, durationMs } as const;
  const devices: ReaderResult[] = [];
  const unused: ReaderResult[] = [];
  const computed: ReaderResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    devices.push(await readBy(task));
    unused.push(await readBy({ ...task, computed: 0 }));
    computed.push(await readBy({ ...task, computed: COMPUTED }));
  }
  const cost = (of: readonly ReaderResult[]): number[] => of.map(({ cpuPerReading }) => cpuPerReading);
  const beyond = (of: readonly ReaderResult[]): number[] =>
    cost(of).map((time, round) => time / (devices[round]?.cpuPerReading ?? Number.NaN) - 1);
  const time = 'processor time per reading of the devices';
  const share = 'processor time beyond that of the devices, as a part of theirs';
  return {
    title: 'Computed channels',
    method:
      `${DEVICES} devices in USB mode with 3 measured and 4 virtual channels, on an emulated bus in the same process, ` +
      `every ${PERIOD_MS} ms: the USB driver and the registry. Alone; with the part of the service for computed ` +
      `channels, but none of them; and with ${COMPUTED} (differences, psychrometrics, means over a minute), computed ` +
      'with every reading. Without history, MQTT and HTTP, for which a computed channel is a device with one channel. ' +
      `${rounds} rounds of ${durationMs} ms with fresh processes, in turn.`,
    problems: [...devices, ...unused, ...computed].flatMap(({ answered, told }) =>
      problemsOf('computed channels', answered, told),
    ),
    results: [
      resultOf(`devices alone: ${time}`, 'µs', cost(devices)),
      resultOf(`no computed channel: ${time}`, 'µs', cost(unused)),
      resultOf(`${COMPUTED} computed channels: ${time}`, 'µs', cost(computed)),
      resultOf(`no computed channel: ${share}`, '', beyond(unused)),
      resultOf(`${COMPUTED} computed channels: ${share}`, '', beyond(computed), { is: 'below', value: 0.1 }),
      resultOf(
        `${COMPUTED} computed channels: results`,
        '1/s',
        computed.map(({ computedPerSecond }) => computedPerSecond),
      ),
    ],
  };
}
