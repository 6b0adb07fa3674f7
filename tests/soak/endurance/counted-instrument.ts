/** An emulated instrument whose readings are numbered, so that each can be told from every other. */
import type { Emulator } from '../../emulator/emulator.ts';
import { startEmulator } from '../../emulator/emulator.ts';
import type { AtEnd } from '../../support/ends.ts';
import type { Session } from './numbers.ts';

/** Pressure of the reading before the first, in Pa: the number of a reading is what its pressure is above it. */
const BASE_PA = 100_000;

/** Between two readings, in milliseconds. */
export const READING_MS = 250;

/** So many readings warm, so many cold: what a rule of alarms watches. */
const HALF_WAVE = 120;
const WARM = 35;
const COLD = 20;
/** Between the two. */
export const ALARM_ABOVE = 30;

export class CountedInstrument {
  readonly serial: string;
  readonly path: string;
  /** What was sent while one program had the port open, by number; the last one may be going on. */
  readonly sessions: Session[] = [];
  readonly #emulator: Emulator;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.serial = emulator.options.serial;
    this.path = emulator.options.path;
    emulator.on('opened', () => this.sessions.push({ first: this.#count + 1, last: this.#count, cut: false }));
    emulator.on('closed', () => {
      const session = this.sessions.at(-1);
      if (session) session.cut = true;
    });
  }

  /** Plugs it in; it sends nothing yet. */
  static async plug(atEnd: AtEnd, serial: string, path: string): Promise<CountedInstrument> {
    const emulator = await startEmulator({ product: 'VCP-PTH450-CAL', serial, path, faults: { noData: true } });
    const instrument = new CountedInstrument(emulator);
    atEnd(async () => {
      instrument.pause();
      await emulator.stop();
    });
    return instrument;
  }

  /** How many it has sent. */
  get sent(): number {
    return this.#count;
  }

  /** Sends from now on, while a program has its port open. */
  send(): void {
    this.#timer ??= setInterval(() => this.#sendOne(), READING_MS);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Pulls the cable in the middle of it and puts it back after so many milliseconds. */
  async pull(awayMs: number): Promise<void> {
    await this.#emulator.hangUp(awayMs);
  }

  #sendOne(): void {
    const session = this.sessions.at(-1);
    if (!session || session.cut) return;
    this.#count += 1;
    session.last = this.#count;
    const degrees = Math.floor(this.#count / HALF_WAVE) % 2 === 0 ? COLD : WARM;
    this.#emulator.show([String(BASE_PA + this.#count), String(degrees), '50']);
    this.#emulator.sendBurst(1);
  }
}

/** The number of a reading. @param kilopascal its pressure, as the service has it */
export function numberOf(kilopascal: number): number {
  return Math.round(kilopascal * 1000) - BASE_PA;
}
