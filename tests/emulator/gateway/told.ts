/** What an emulated gateway handed over: for tests that compare. */
import { crc16 } from '../crc.ts';

/** One data line that was handed over. */
export interface ToldLine {
  /** The line without its line end. */
  line: string;
  /** The texts of its columns, as they stood there: `24.87`, `ERROR`. */
  values: string[];
  /** When it was handed over first, in milliseconds since 1970. */
  at: number;
}

/** How many lines of one serial are kept. */
const MOST_LINES = 100;

const DATA_LINE = /D,[^*"\r\n]*,\*[0-9A-Fa-f]{4}/g;

export class Told {
  readonly #lines = new Map<string, ToldLine[]>();

  /** Takes the data lines out of a body; those with a wrong check sum tell nothing, and a repeated one nothing new. */
  add(body: string): void {
    for (const [line] of body.matchAll(DATA_LINE)) {
      if (!fits(line)) continue;
      const [, , serial = '', , ...readings] = line.slice(0, line.lastIndexOf(',*')).split(',');
      const lines = this.#lines.get(serial) ?? [];
      if (lines.at(-1)?.line === line) continue;
      lines.push({ line, values: readings.filter((_, index) => index % 2 === 0), at: Date.now() });
      this.#lines.set(serial, lines.slice(-MOST_LINES));
    }
  }

  /** Of one serial, oldest first; empty while there was none. */
  of(serial: string): readonly ToldLine[] {
    return this.#lines.get(serial) ?? [];
  }
}

function fits(line: string): boolean {
  const star = line.lastIndexOf('*');
  return crc16(Buffer.from(line.slice(0, star), 'latin1')) === Number.parseInt(line.slice(star + 1), 16);
}
