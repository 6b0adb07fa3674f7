import type { Sample } from '../../devices/types.ts';
import type { Clock } from '../../support/clock.ts';
import { calibrationCommand, rawCommand } from '../protocol/usb-frames.ts';
import { COMMAND_ERRORS, type CommandLink, type CommandResult, requestTwice } from './command-link.ts';
import { sampleOf, type UsbChannel, type UsbChannels } from './layout.ts';
import { ReplyRecord, type Waits, waitsFor } from './reply-record.ts';

/** The blocks, or why they are unknown. */
type CalibrationResult =
  | { blocks: readonly Uint8Array[] }
  /** `isSilent`: no reply came; `reason`: as a sentence. */
  | { isSilent: boolean; reason: string };

class Calibration {
  readonly #link: Pick<CommandLink, 'request'>;
  readonly #known = new Map<number, Uint8Array>();

  constructor(link: Pick<CommandLink, 'request'>) {
    this.#link = link;
  }

  /**
   * Blocks in the order of their numbers.
   * @param patienceMs timeout of each request
   * @throws UsbError when the connection fails
   */
  async read(numbers: readonly number[], patienceMs: number): Promise<CalibrationResult> {
    const blocks: Uint8Array[] = [];
    for (const number of numbers) {
      const reply = await this.#block(number, patienceMs);
      if ('fault' in reply) {
        const reason = `calibration block ${number}: ${COMMAND_ERRORS[reply.fault]}`;
        return { isSilent: reply.fault === 'timeout', reason };
      }
      blocks.push(reply.data);
    }
    return { blocks };
  }

  async #block(number: number, patienceMs: number): Promise<CommandResult> {
    const known = this.#known.get(number);
    if (known) return { data: known };
    const reply = await requestTwice(this.#link, calibrationCommand(number), { patienceMs });
    if ('data' in reply) this.#known.set(number, reply.data);
    return reply;
  }
}

/** Time between the timeout of a transfer and the next sampling, in milliseconds. */
const MARGIN_MS = 20;

/** Requests without a reply before a channel counts as silent: a single one may be lost. */
const SILENT_MISSES = 3;

export interface SampleResult {
  /** When its last reply arrived: milliseconds since 1970, UTC. */
  at: number;
  /** One for each channel, in channel order, then the derived ones. */
  samples: Sample[];
}

/** How to read an identified device. */
export interface SamplingPlan {
  layout: UsbChannels;
  /** In milliseconds. */
  periodMs: number;
  /** Reply records of its channels from earlier sessions, by channel number; missing ones are added. */
  records: Map<number, ReplyRecord>;
}

export interface SamplerOptions extends SamplingPlan {
  link: Pick<CommandLink, 'request' | 'tempoMs'>;
  clock: Clock;
  /** The longest wait for one channel between two samplings, in milliseconds. */
  maxRetryMs: number;
  /** A channel stopped replying while others continue, or replies again. */
  silenceChanged(label: string, isSilent: boolean): void;
}

/** The result of one request. */
interface Outcome {
  /** No reply came. */
  isSilent: boolean;
  raw?: Uint8Array;
  sample: Sample;
}

/** The next retry of a silent channel. */
interface Retry {
  channel: UsbChannel;
  record: ReplyRecord;
  /** On the monotonic clock. */
  at: number;
  /** Its timeout. */
  waitMs: number;
}

/**
 * Reads the channels of one device in order. Channels that reply are read at every sampling; a silent one is retried
 * between two samplings, with growing pauses, so that it does not delay the others.
 */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #calibration: Calibration;
  readonly #records: ReadonlyMap<UsbChannel, ReplyRecord>;
  /** The last samples of silent channels. */
  readonly #missing = new Map<UsbChannel, Sample>();
  #periodMs: number;
  /** No request since the last sampling: no later gap is longer than this one. */
  #isFresh = true;

  constructor(options: SamplerOptions) {
    const { link, layout, periodMs, records } = options;
    this.#options = options;
    this.#calibration = new Calibration(link);
    this.#records = new Map(
      layout.channels.map((channel) => [channel, records.get(channel.number) ?? new ReplyRecord()]),
    );
    for (const [{ number }, record] of this.#records) records.set(number, record);
    this.#periodMs = periodMs;
  }

  /** In milliseconds, from now on. */
  setPeriod(periodMs: number): void {
    this.#periodMs = periodMs;
  }

  /**
   * Reads all channels except those whose last request had no reply.
   * @returns undefined when no channel replied
   * @throws UsbError when the connection failed
   */
  async sample(): Promise<SampleResult | undefined> {
    const { clock, layout } = this.#options;
    let at: number | undefined;
    let lostMs = 0;
    const samples: Sample[] = [];
    const raws = new Map<number, Uint8Array>();
    for (const [channel, record] of this.#records) {
      const missing = this.#missing.get(channel);
      const requestedAt = clock.monotonic();
      const outcome = missing
        ? { isSilent: true, sample: missing }
        : await this.#sampleChannel(channel, record, record.samplingWait(this.#waits, lostMs));
      if (outcome.isSilent) lostMs += clock.monotonic() - requestedAt;
      else at = clock.now();
      if (outcome.raw) raws.set(channel.number, outcome.raw);
      samples.push(outcome.sample);
    }
    this.#isFresh = true;
    for (const { definition, inputs, compute } of layout.derived) {
      samples.push(sampleOf(definition.label, compute(inputs.map((number) => raws.get(number)))));
    }
    return at === undefined ? undefined : { at, samples };
  }

  /**
   * When to retry a silent channel, on the monotonic clock.
   * @param samplingAt time of the next sampling
   * @returns undefined when no retry is due before that
   */
  retryAt(samplingAt: number): number | undefined {
    return this.#nextRetry(samplingAt)?.at;
  }

  /**
   * Retries one silent channel.
   * @param samplingAt time of the next sampling, on the monotonic clock
   * @throws UsbError when the connection failed
   */
  async retry(samplingAt: number): Promise<void> {
    const next = this.#nextRetry(samplingAt);
    if (!next) return;
    const gapMs = this.#isAlone ? 0 : samplingAt - MARGIN_MS - this.#options.clock.monotonic();
    this.#isFresh = false;
    const waitMs = Math.min(Math.max(next.waitMs, gapMs), this.#options.maxRetryMs);
    await this.#sampleChannel(next.channel, next.record, waitMs);
  }

  get #waits(): Waits {
    return waitsFor(this.#periodMs, this.#records.size, this.#options.link.tempoMs);
  }

  /** Whether no channel replies: then a retry delays no other. */
  get #isAlone(): boolean {
    return this.#missing.size === this.#records.size;
  }

  #nextRetry(samplingAt: number): Retry | undefined {
    const now = this.#options.clock.monotonic();
    const isAlone = this.#isAlone;
    const waits = this.#waits;
    const retries = [...this.#missing.keys()].flatMap((channel): Retry[] => {
      const record = this.#records.get(channel);
      if (!record) return [];
      const waitMs = isAlone ? record.aloneWait(waits) : record.retryWait(waits);
      return [{ channel, record, waitMs, at: Math.max(now, record.dueAt(isAlone)) }];
    });
    return retries
      .toSorted((one, other) => one.at - other.at)
      .find(({ at, waitMs }) => isAlone || at + waitMs + MARGIN_MS <= samplingAt || (this.#isFresh && at === now));
  }

  async #sampleChannel(channel: UsbChannel, record: ReplyRecord, waitMs: number): Promise<Outcome> {
    const { clock } = this.#options;
    const requestedAt = clock.monotonic();
    const outcome = await this.#read(channel, waitMs);
    if (outcome.isSilent) {
      record.missed(requestedAt, waitMs, this.#waits);
      // Moves it to the end of those that are due.
      this.#missing.delete(channel);
      this.#missing.set(channel, outcome.sample);
      if (record.misses >= SILENT_MISSES && !this.#isAlone) this.#report(channel, record, true);
    } else {
      record.answered(clock.monotonic() - requestedAt);
      this.#missing.delete(channel);
      this.#report(channel, record, false);
    }
    return outcome;
  }

  #report({ label }: UsbChannel, record: ReplyRecord, isSilent: boolean): void {
    if (record.isReported === isSilent) return;
    record.isReported = isSilent;
    this.#options.silenceChanged(label, isSilent);
  }

  async #read({ label, number, calibrationBlocks, read }: UsbChannel, patienceMs: number): Promise<Outcome> {
    const calibration = await this.#calibration.read(calibrationBlocks, patienceMs);
    if (!('blocks' in calibration)) {
      return { isSilent: calibration.isSilent, sample: sampleOf(label, { reason: calibration.reason }) };
    }
    const reply = await this.#options.link.request(rawCommand(number), { patienceMs });
    if ('data' in reply) {
      return { isSilent: false, raw: reply.data, sample: sampleOf(label, read(reply.data, calibration.blocks)) };
    }
    return { isSilent: reply.fault === 'timeout', sample: sampleOf(label, { reason: COMMAND_ERRORS[reply.fault] }) };
  }
}
