/** Reading devices in USB mode, beside the same transfers without our code. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverPath } from '../build-servers.ts';
import type { Result, Section } from '../results.ts';
import { resultOf } from '../results.ts';
import type { ReaderResult, ReaderTask } from './reader.ts';

export interface ReadingOptions {
  /** Numbers of devices, measured one after another. */
  instruments: readonly number[];
  rounds: number;
  /** Both in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** The shortest sampling period, in milliseconds. */
const SHORTEST_PERIOD_MS = 100;

const run = promisify(execFile);

async function readBy(task: ReaderTask): Promise<ReaderResult> {
  const { stdout } = await run(process.execPath, [serverPath('usbReader'), JSON.stringify(task)]);
  return JSON.parse(stdout) as ReaderResult;
}

export async function measureUsbReading({
  instruments: counts,
  rounds,
  warmUpMs,
  durationMs,
}: ReadingOptions): Promise<Section> {
  const results: Result[] = [];
  const problems: string[] = [];
  for (const instruments of counts) {
    for (const periodMs of [SHORTEST_PERIOD_MS, 0]) {
      const driver: ReaderResult[] = [];
      const bare: ReaderResult[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const task = { instruments, periodMs, warmUpMs, durationMs };
        driver.push(await readBy({ ...task, reader: 'driver' }));
        bare.push(await readBy({ ...task, reader: 'bare' }));
      }
      results.push(...resultsOf(instruments, periodMs, driver, bare));
      problems.push(
        ...driver.flatMap(({ answered, told }) => problemsOf(howOf(instruments, periodMs), answered, told)),
      );
    }
  }
  return {
    title: 'Devices in USB mode',
    method:
      `PTH450 devices (3 channels) on an emulated bus in the same process, which replies immediately. The USB driver ` +
      'and the registry, with all checks, conversions and virtual channels, beside a bare loop that makes the same ' +
      `transfers and ignores the replies. Every ${SHORTEST_PERIOD_MS} ms, the shortest period; and as fast as possible, ` +
      'where the driver still has a period of 1 ms for each device. Only readings of real channels count. ' +
      `${rounds} rounds of ${durationMs} ms with fresh processes.`,
    problems,
    results,
  };
}

function problemsOf(how: string, answered: number, told: number): string[] {
  return answered === told ? [] : [`${how}: the driver passed on ${told} of ${answered} readings.`];
}

function howOf(instruments: number, periodMs: number): string {
  const count = instruments === 1 ? '1 device' : `${instruments} devices`;
  return `${count}, ${periodMs === 0 ? 'as fast as possible' : `every ${periodMs} ms`}`;
}

function resultsOf(
  instruments: number,
  periodMs: number,
  driver: readonly ReaderResult[],
  bare: readonly ReaderResult[],
): Result[] {
  const how = howOf(instruments, periodMs);
  const rate = (of: readonly ReaderResult[]): number[] => of.map((result) => result.readingsPerSecond);
  const cost = (of: readonly ReaderResult[]): number[] => of.map((result) => result.cpuPerReading);
  return [
    resultOf(`${how}, driver: readings`, '1/s', rate(driver)),
    resultOf(`${how}, bare loop: readings`, '1/s', rate(bare)),
    resultOf(`${how}, driver: processor time per reading`, 'µs', cost(driver)),
    resultOf(`${how}, bare loop: processor time per reading`, 'µs', cost(bare)),
  ];
}
