import type { ReadingsEvent } from '../../contract/index.ts';
import { escapeText, safeJson } from '../text/escape.ts';
import { displayWidth, pad } from '../text/width.ts';

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
