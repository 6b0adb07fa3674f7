import type { EntityEventOf, Family, ReadingsEvent } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { findDevice, requireChannel } from '../client/device-path.ts';
import { readEvents } from '../client/event-stream.ts';
import { CliError, EXIT } from '../failure.ts';
import { waitForInterrupt } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printNote } from '../output.ts';
import { escapeText, safeJson } from '../text/escape.ts';
import { displayWidth, pad } from '../text/table.ts';

/** A missing value is a dash, so that every line has the same columns. */
function cell(text: string): string {
  return escapeText(text) || '-';
}

export class ReadingFormatter {
  readonly #json: boolean;
  #serialWidth = 0;
  #channelWidth = 0;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** Widens the columns for a device. */
  widen(serial: string, channels: readonly string[]): void {
    this.#serialWidth = Math.max(this.#serialWidth, displayWidth(cell(serial)));
    this.#channelWidth = Math.max(this.#channelWidth, ...channels.map((channel) => displayWidth(cell(channel))));
  }

  /** @param only the channel to print; undefined: all. @returns lines with line ends */
  of({ family, serial, timestamp, values }: ReadingsEvent, only?: string): string[] {
    return Object.entries(values)
      .filter(([channel]) => only === undefined || channel === only)
      .map(([channel, { magnitude, unit }]) => {
        if (this.#json) return `${safeJson({ timestamp, family, serial, channel, magnitude, unit })}\n`;
        const columns = [
          cell(timestamp),
          pad(cell(serial), this.#serialWidth),
          pad(cell(channel), this.#channelWidth),
          magnitude === null ? '-' : String(magnitude),
          cell(unit),
        ];
        return `${columns.join('  ')}\n`;
      });
  }
}

interface WatchOptions extends CommonOptions {
  family?: Family;
  count?: number;
  /** Milliseconds. */
  duration?: number;
}

/** The readings to print; undefined means all. */
interface Watched {
  family: Family | undefined;
  serial: string | undefined;
  channel: string | undefined;
}

/** @throws CliError `notFound` for a missing device or channel, which would otherwise wait forever */
async function watchedOf([serial, channel]: [string?, string?], options: WatchOptions): Promise<Watched> {
  if (serial === undefined) return { family: options.family, serial, channel };
  const device = await findDevice(await connect(options), serial, options.family);
  if (channel !== undefined) requireChannel(device, channel);
  return { family: device.family, serial, channel };
}

/** Prints each reading on a line until `--count`, `--duration` or Ctrl+C. */
export async function run({ words, options }: Invocation<[string?, string?], WatchOptions>): Promise<void> {
  const { count = Number.POSITIVE_INFINITY, duration, json = false } = options;
  const watched = await watchedOf(words, options);
  const enough = new AbortController();
  const timer = duration === undefined ? undefined : setTimeout(() => enough.abort(), duration);
  const lines = new ReadingFormatter(json);
  let printed = 0;
  const isWatched = (data: { family: string | undefined; serial: string }): boolean =>
    (!watched.family || data.family === watched.family) && (!watched.serial || data.serial === watched.serial);

  const follow = ({ key, value: device, reason = '' }: EntityEventOf<'device'>): void => {
    const [, family, serial] = /^(.*?)\/(.*)$/s.exec(key) ?? [];
    if (!serial || !isWatched({ family, serial })) return;
    if (device) lines.widen(serial, device.device.channel_list);
    else {
      const why = escapeText(reason).replace(/\.$/, '');
      printNote(`mensura: ${escapeText(serial)} disconnected (${why}); waiting for it to reconnect`);
    }
  };

  const events = readEvents({
    connect: () => connect(options),
    signal: AbortSignal.any([enough.signal, waitForInterrupt()]),
    onLost: () => printNote('mensura: disconnected; retrying'),
    onBack: (complete) => printNote(`mensura: reconnected${complete ? '' : '; some readings were missed'}`),
  });
  try {
    for await (const { name, data } of events) {
      if (name === 'entity' && data.kind === 'device') follow(data);
      if (name !== 'readings' || !isWatched(data)) continue;
      const due = lines.of(data, watched.channel).slice(0, count - printed);
      if (due.length > 0) await print(due.join(''));
      printed += due.length;
      if (printed >= count) break;
    }
  } finally {
    // A pending timer would keep the process running after an error.
    clearTimeout(timer);
  }
  if (duration !== undefined && printed < count && count !== Number.POSITIVE_INFINITY && enough.signal.aborted) {
    throw new CliError(
      EXIT.noValue,
      `received only ${printed} of ${count} readings within ${duration / 1000} s; use a longer --duration`,
    );
  }
}
