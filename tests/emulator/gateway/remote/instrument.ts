/** An instrument of a played Mensura: what it measures in each moment, and which of its channels are valid. */
import type { RemoteModel } from './models.ts';
import type { Reading } from './payloads.ts';
import { VIRTUAL } from './virtual.ts';

/** One round of the slow waves, in milliseconds, and how much longer each further channel takes. */
const ROUND_MS = 120_000;
const ROUND_STEP_MS = 37_000;

/** One moment that was told. */
export interface ToldMoment {
  /** When, in milliseconds since 1970. */
  at: number;
  /** By channel: null for one that turned invalid then. */
  values: Readonly<Record<string, number | null>>;
}

/** How many moments are kept. */
const MOST_TOLD = 20;

export class RemoteInstrument {
  readonly serial: string;
  readonly model: RemoteModel;
  /** Whether it is plugged in. */
  present = true;
  /** What was handed to the broker, oldest first, the newest twenty. */
  readonly told: ToldMoment[] = [];
  readonly #phase: number;
  /** Labels in code-unit order, which is that of the payloads. */
  readonly #labels: readonly { label: string; unit: string }[];
  readonly #failing = new Set<string>();
  /** Channels that have a value, as far as the broker was told. */
  readonly #valid = new Set<string>();

  /** @param phase where in its waves it begins, 0 to 1 */
  constructor(serial: string, model: RemoteModel, phase: number) {
    this.serial = serial;
    this.model = model;
    this.#phase = phase;
    this.#labels = model.channels.toSorted((one, other) => (one.label < other.label ? -1 : 1));
  }

  /** The real channel fails from now on, and with it the virtual ones that need it. @throws Error when it has none such */
  fail(channel: string): void {
    this.#failing.add(this.#real(channel));
  }

  /** It works again. @throws Error when it has none such */
  heal(channel: string): void {
    this.#failing.delete(this.#real(channel));
  }

  /** What was told is forgotten: a program that starts anew has no channel that turned invalid. */
  forget(): void {
    this.#valid.clear();
  }

  /** The readings of a moment, by label in code-unit order; empty where nothing is left to say. */
  measure(at: number): Reading[] {
    const values = this.#valuesAt(at);
    const readings: Reading[] = [];
    for (const { label, unit } of this.#labels) {
      const magnitude = values.get(label) ?? null;
      if (magnitude !== null) this.#valid.add(label);
      // Once as null, then left out; what never had a value is never there.
      else if (!this.#valid.delete(label)) continue;
      readings.push({ label, unit, magnitude });
    }
    return readings;
  }

  /** Remembers a moment as handed over. */
  remember(at: number, readings: readonly Reading[]): void {
    this.told.push({ at, values: Object.fromEntries(readings.map(({ label, magnitude }) => [label, magnitude])) });
    if (this.told.length > MOST_TOLD) this.told.shift();
  }

  #valuesAt(at: number): Map<string, number> {
    const values = new Map<string, number>();
    for (const [index, { label, wave }] of this.model.channels.entries()) {
      if (wave && !this.#failing.has(label)) {
        const angle = 2 * Math.PI * (at / (ROUND_MS + index * ROUND_STEP_MS) + this.#phase);
        values.set(label, wave.base + wave.swing * Math.sin(angle));
      }
      const formula = wave ? undefined : VIRTUAL[label];
      const inputs = formula?.from.map((input) => values.get(input)).filter((value) => value !== undefined);
      if (formula && inputs?.length === formula.from.length) values.set(label, formula.of(...inputs));
    }
    return values;
  }

  #real(channel: string): string {
    const found = this.model.channels.find(({ label, wave }) => label === channel && wave !== null);
    if (!found) throw new Error(`${this.serial} (${this.model.name}) has no sensor for ${channel}.`);
    return channel;
  }
}
