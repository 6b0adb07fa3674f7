/** Many Mensura installations that write their readings to one database, as docs/databases.md says. */
import { setTimeout as delay } from 'node:timers/promises';
import { Beat } from '../gateway/remote/beat.ts';
import type { ToldMoment } from '../gateway/remote/instrument.ts';
import { randomSource } from '../random.ts';
import { WriteAccount } from './account.ts';
import { WritingDevice } from './device.ts';
import type { Target } from './target.ts';
import { LineWriter } from './writer.ts';

/** Lines that wait in the whole fleet at most, some 200 bytes each, and in one installation at least. */
const MOST_WAITING = 200_000;
const LEAST_WAITING = 100;

/** How long the last lines may take to be written, and how often they are counted, in milliseconds. */
const DRAIN_MS = 30_000;
const DRAIN_CHECK_MS = 20;

export interface DatabaseFleetOptions {
  target: Target;
  /** How many, from 1 to 10000. */
  installations: number;
  /** How many devices each has, the models in turn. */
  devices: number;
  /** How often each device measures, in milliseconds; they are spread over it. */
  periodMs: number;
  /** How long the first line of a request waits for others, in milliseconds; default 1000, as Mensura does. */
  batchMs?: number;
  /** Default true. */
  gzip?: boolean;
  /** Lines that wait in each installation at most; default: 200000 in the fleet, and at least 100. */
  mostWaiting?: number;
  /** Rounds values to so many decimals, with a noise of one in the last; default: all digits of smooth waves. */
  decimals?: number;
  /** A response or error appeared for the first time. */
  onFailure?(reason: string): void;
}

interface Source {
  device: WritingDevice;
  writer: LineWriter;
}

export class DatabaseFleet {
  readonly account = new WriteAccount();
  readonly #writers: readonly LineWriter[];
  readonly #sources: readonly Source[];
  readonly #beat: Beat;

  constructor({ target, installations, devices, periodMs, ...options }: DatabaseFleetOptions) {
    const {
      batchMs = 1000,
      gzip = true,
      mostWaiting = Math.max(LEAST_WAITING, Math.floor(MOST_WAITING / installations)),
      decimals,
      onFailure,
    } = options;
    const random = randomSource(1);
    const common = { target, gzip, batchMs, mostWaiting, account: this.account, ...(onFailure && { onFailure }) };
    this.#writers = Array.from({ length: installations }, () => new LineWriter(common));
    this.#sources = this.#writers.flatMap((writer, installation) =>
      Array.from({ length: devices }, (_, index): Source => {
        const number = installation * devices + index;
        const phase = number / (installations * devices);
        const name = installationName(installation);
        return { device: new WritingDevice({ installation: name, number, phase, decimals, random }), writer };
      }),
    );
    this.#beat = new Beat(this.#sources.length, periodMs, (index) => this.#measure(this.#sources[index] as Source));
  }

  start(): void {
    this.#beat.start();
  }

  /** Sample sets that this process was too slow to take, by a period or more. */
  get skipped(): number {
    return this.#beat.skipped;
  }

  /** How late a sample set was taken at most, in milliseconds. */
  get latestMs(): number {
    return this.#beat.latestMs;
  }

  /** What a device measured, oldest first, the newest twenty sample sets. @throws Error when there is none such */
  told(serial: string): readonly ToldMoment[] {
    const found = this.#sources.find(({ device }) => device.serial === serial);
    if (!found) throw new Error(`No device ${serial}.`);
    return found.device.told;
  }

  /** Measures no more, writes what waits for up to 30 s, and closes the connections. May be called twice. */
  async stop(drainMs = DRAIN_MS): Promise<void> {
    this.#beat.stop();
    const end = performance.now() + drainMs;
    for (const writer of this.#writers) writer.flush();
    while (this.account.waiting > 0 && performance.now() < end) await delay(DRAIN_CHECK_MS);
    for (const writer of this.#writers) writer.close();
  }

  #measure({ device, writer }: Source): void {
    const { line, readings } = device.sample(Date.now());
    writer.push(line, readings);
  }
}

/** From 0. */
export function installationName(number: number): string {
  return `MS${String(number).padStart(10, '0')}`;
}
