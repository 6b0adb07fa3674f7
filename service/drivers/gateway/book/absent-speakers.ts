/** Who speaks for instruments that are not there: what waited behind them may come through several entries. */
import type { Clock } from '../../../support/clock.ts';
import type { NodeKey } from '../parts.ts';

/** How many instruments are remembered; the one that was heard of longest ago is forgotten first. */
const MAX_REMEMBERED = 10_000;

export interface AbsentSpeakersOptions {
  clock: Pick<Clock, 'monotonic'>;
  /** For so long at least a speaker says nothing until another one takes its place, in milliseconds. */
  silentMs: number;
}

interface AbsentSpeaker<Source> {
  source: Source;
  gatewaySerial: string;
  /** On the monotonic clock. */
  heardAt: number;
}

export class AbsentSpeakers<Source> {
  readonly #options: AbsentSpeakersOptions;
  /** By serial number; the one that was heard of longest ago first. */
  readonly #speakers = new Map<string, AbsentSpeaker<Source>>();

  constructor(options: AbsentSpeakersOptions) {
    this.#options = options;
  }

  /** An instrument left, and this was who spoke for it. */
  add(source: Source, { gatewaySerial, serial }: NodeKey): void {
    this.#speakers.delete(serial);
    this.#speakers.set(serial, { source, gatewaySerial, heardAt: this.#options.clock.monotonic() });
    const [oldest] = this.#speakers.keys();
    if (oldest !== undefined && this.#speakers.size > MAX_REMEMBERED) this.#speakers.delete(oldest);
  }

  /** Whether a source and gateway that give a reading of an instrument that is not there speak for it. */
  speaks(source: Source, key: NodeKey): boolean {
    const known = this.#speakers.get(key.serial);
    const isOther = known && (known.source !== source || known.gatewaySerial !== key.gatewaySerial);
    if (isOther && this.#options.clock.monotonic() - known.heardAt <= this.#options.silentMs) return false;
    this.add(source, key);
    return true;
  }

  /** A source is no more. */
  forget(source: Source): void {
    for (const [serial, speaker] of this.#speakers) if (speaker.source === source) this.#speakers.delete(serial);
  }
}
