/** A device of an emulated installation, as the lines of its sample sets. */
import { RemoteInstrument, type ToldMoment } from '../gateway/remote/instrument.ts';
import { REMOTE_MODELS, type RemoteModel } from '../gateway/remote/models.ts';
import type { Reading } from '../gateway/remote/payloads.ts';
import { formatLine, lineStart } from './line.ts';

export interface WritingDeviceOptions {
  installation: string;
  /** From 0: its serial number is `E10000` and on, and the models take turns. */
  number: number;
  /** Where in its waves it begins, 0 to 1. */
  phase: number;
  /** Rounds values to so many decimals, with a noise of one in the last; default: all digits of smooth waves. */
  decimals?: number | undefined;
  /** In [0, 1). */
  random(): number;
}

export class WritingDevice {
  readonly serial: string;
  readonly #device: RemoteInstrument;
  readonly #start: string;
  readonly #options: WritingDeviceOptions;

  constructor(options: WritingDeviceOptions) {
    const { installation, number, phase } = options;
    const model = REMOTE_MODELS[number % REMOTE_MODELS.length] as RemoteModel;
    this.#options = options;
    this.serial = `E${10_000 + number}`;
    this.#device = new RemoteInstrument(this.serial, model, phase);
    this.#start = lineStart({ installation, serial: this.serial, model: `${model.name}/v1` });
  }

  /** What it measured, oldest first, the newest twenty sample sets. */
  get told(): readonly ToldMoment[] {
    return this.#device.told;
  }

  /**
   * @param at milliseconds since 1970
   * @returns the line of a sample set, and its channel readings
   */
  sample(at: number): { line: string; readings: number } {
    const readings = this.#device.measure(at).map((reading) => this.#rounded(reading));
    this.#device.remember(at, readings);
    return { line: formatLine(this.#start, readings, at), readings: readings.length };
  }

  #rounded({ label, unit, magnitude }: Reading): Reading {
    const { decimals, random } = this.#options;
    if (decimals === undefined || magnitude === null) return { label, unit, magnitude };
    const noise = (2 * random() - 1) / 10 ** decimals;
    return { label, unit, magnitude: Number((magnitude + noise).toFixed(decimals)) };
  }
}
