/** An emulated device with numbered readings. */
import type { Emulator } from '../../emulator/emulator.ts';
import { startEmulator } from '../../emulator/emulator.ts';
import type { AtEnd } from '../../support/ends.ts';
import type { Session } from './numbers.ts';

/** Pressure before the first reading, in Pa; the number of a reading is its pressure above that. */
const BASE_PA = 100_000;

/** Time between two readings, in milliseconds. */
export const READING_MS = 250;

/** Number of warm readings, then as many cold ones, for an alarm rule. */
const HALF_WAVE = 120;
const WARM = 35;
const COLD = 20;
/** The limit between the two. */
export const ALARM_ABOVE = 30;

export class CountedInstrument {
  readonly serial: string;
  readonly path: string;
  /** Readings sent during each opening of the port, by number; the last may be in progress. */
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

  /** Plugs it in. It does not send yet. */
  static async plug(atEnd: AtEnd, serial: string, path: string): Promise<CountedInstrument> {
    const emulator = await startEmulator({ product: 'VCP-PTH450-CAL', serial, path, faults: { noData: true } });
    const instrument = new CountedInstrument(emulator);
    atEnd(async () => {
      instrument.pause();
      await emulator.stop();
    });
    return instrument;
  }

  /** Number of readings sent. */
  get sent(): number {
    return this.#count;
  }

  /** Starts to send while a program has its port open. */
  send(): void {
    this.#timer ??= setInterval(() => this.#sendOne(), READING_MS);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Pulls the cable and plugs it in again after this number of milliseconds. */
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

/** The number of a reading. @param kilopascal its pressure in the service */
export function numberOf(kilopascal: number): number {
  return Math.round(kilopascal * 1000) - BASE_PA;
}
