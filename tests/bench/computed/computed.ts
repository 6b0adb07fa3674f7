/** What computed channels cost, beside reading the devices that they are computed of. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withDeadline } from '../../../service/support/deadline.ts';
import { errorText } from '../../../service/support/errors.ts';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { SOCAT_MISSING } from '../../emulator/pty.ts';
import { serverPath } from '../build-servers.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resultOf, type Section } from '../results.ts';
import type { ReaderResult, ReaderTask } from './programs/reader.ts';

export interface ComputedOptions {
  devices: number;
  computed: number;
  rounds: number;
  /** Both in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

const PERIOD_MS = 100;

const run = promisify(execFile);

export async function measureComputed(options: ComputedOptions): Promise<Section> {
  const { devices, computed, rounds, durationMs } = options;
  const section: Section = {
    title: 'Computed channels',
    method:
      `${devices} emulated VCP-PTH450-CAL on pseudo terminals (socat), with 3 measured and 4 virtual channels, every ` +
      `${PERIOD_MS} ms: the serial driver and the registry in a process of their own. Alone; with the part of the ` +
      `service for computed channels, but none of them; and with ${computed} (differences, psychrometrics, means over ` +
      'a minute), computed with every sample set. Without history, MQTT and HTTP, for which a computed channel is a ' +
      `device with one channel. ${rounds} rounds of ${durationMs} ms with fresh processes, in turn.`,
    results: [],
  };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  const emulators: Emulator[] = [];
  try {
    for (let number = 0; number < devices; number += 1) {
      const serial = `E${10_000 + number}`;
      emulators.push(await startEmulator({ product: 'VCP-PTH450-CAL', serial, path: join(folder, serial) }));
    }
    return { ...section, ...(await measureRounds(emulators, options)) };
  } catch (error) {
    if (errorText(error) !== SOCAT_MISSING) throw error;
    return { ...section, skipped: SOCAT_MISSING };
  } finally {
    await Promise.all(emulators.map((emulator) => emulator.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRounds(
  emulators: readonly Emulator[],
  { computed: count, rounds, warmUpMs, durationMs }: ComputedOptions,
): Promise<Pick<Section, 'problems' | 'results'>> {
  const ports = Object.fromEntries(emulators.map(({ options: { serial, path } }) => [serial, path]));
  const task = { ports, periodMs: PERIOD_MS, warmUpMs, durationMs };
  const alone: ReaderResult[] = [];
  const unused: ReaderResult[] = [];
  const computed: ReaderResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await read(emulators, task));
    unused.push(await read(emulators, { ...task, computed: 0 }));
    computed.push(await read(emulators, { ...task, computed: count }));
  }
  const cost = (of: readonly ReaderResult[]): number[] => of.map(({ cpuPerSet }) => cpuPerSet);
  const share = (of: readonly ReaderResult[]): number[] =>
    cost(of).map((time, round) => time / (alone[round]?.cpuPerSet ?? Number.NaN) - 1);
  const rate = (of: readonly ReaderResult[]): number[] => of.map(({ setsPerSecond }) => setsPerSecond);
  const isUncomputed = computed.some(({ setsPerSecond, resultsPerSecond }) => {
    const due = (setsPerSecond * count) / emulators.length;
    // A device that is late on a busy computer ends its results with nulls, which are more.
    return resultsPerSecond < 0.99 * due;
  });
  const time = 'processor time per sample set';
  const part = 'processor time beyond that of the devices, as a part of theirs';
  return {
    problems: isUncomputed ? [`Not every sample set had its results: ${JSON.stringify(computed)}`] : [],
    results: [
      resultOf('devices alone: sample sets', '1/s', rate(alone)),
      resultOf(`devices alone: ${time}`, 'µs', cost(alone)),
      resultOf(`no computed channel: ${time}`, 'µs', cost(unused)),
      resultOf(`${count} computed channels: ${time}`, 'µs', cost(computed)),
      resultOf(`no computed channel: ${part}`, '', share(unused)),
      resultOf(`${count} computed channels: ${part}`, '', share(computed), { is: 'below', value: 0.1 }),
    ],
  };
}

/** Lets a process read the instruments, which are ready for the next one afterwards. */
async function read(emulators: readonly Emulator[], task: ReaderTask): Promise<ReaderResult> {
  const renewed = emulators.map((emulator) => new Promise<void>((resolve) => emulator.once('renewed', resolve)));
  const { stdout } = await run(process.execPath, [serverPath('serialReader'), JSON.stringify(task)]);
  await withDeadline(Promise.all(renewed), PATIENCE_MS, 'Renewing the terminals');
  return JSON.parse(stdout) as ReaderResult;
}
