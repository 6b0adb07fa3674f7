import type { Claim } from '../devices/ownership.ts';
import type { DeviceDescription } from '../devices/types.ts';
import type { Computation } from './computation.ts';
import { type ComputedState, describeComputed } from './description.ts';
import type { Entry } from './entries.ts';
import { type Input, type InputDevice, isSeaLevelPressure } from './inputs.ts';

/** The period of a computed channel whose inputs were never connected, in milliseconds. */
const UNKNOWN_PERIOD_MS = 1000;

/** An input of a formula, and where its readings come from: a device or another computed channel. */
export interface Source {
  readonly input: Input;
  readonly device: InputDevice | undefined;
  /** Undefined for a device, and for a computed channel that does not exist. */
  readonly upstream: Runner | undefined;
}

export interface RunnerOptions {
  entry: Entry;
  computation: Computation;
  /** In the order of the formula. */
  sources: readonly Source[];
  /** Where its result goes, for the computed channels that use it. */
  output: Input;
}

/** One computed channel while the service runs, as part of all: replaced when any of them changes. */
export class Runner {
  readonly entry: Entry;
  readonly computation: Computation;
  readonly output: Input;
  /** All devices that it depends on, also through other computed channels, in the order of the formula. */
  readonly roots: readonly InputDevice[];
  claim: Claim | undefined;
  readonly #sources: readonly Source[];
  readonly #values: (number | null)[];
  #pace: InputDevice | undefined;
  #state: ComputedState = { periodMs: UNKNOWN_PERIOD_MS, simulated: false, missing: '' };

  constructor({ entry, computation, sources, output }: RunnerOptions) {
    this.entry = entry;
    this.computation = computation;
    this.output = output;
    this.#sources = sources;
    this.#values = sources.map(() => null);
    this.roots = [...new Set(sources.flatMap(({ device, upstream }) => device ?? upstream?.roots ?? []))];
  }

  /** The device whose readings it follows: the active one with the longest period, the first of equal ones. */
  get pace(): InputDevice | undefined {
    return this.#pace;
  }

  get description(): DeviceDescription {
    return describeComputed(this.entry, this.#state);
  }

  /** Whether a turn has new values for it. */
  isDue(turn: number): boolean {
    let isNew = false;
    for (const { input, upstream } of this.#sources) {
      if (upstream?.computation.isFilling) return false;
      if (input.turn === turn) isNew = true;
    }
    return isNew;
  }

  /** @returns the result of the newest readings; null without one; undefined while the windows are filled */
  evaluate(at: number, turn: number): number | null | undefined {
    const { max_age_ms: maxAge } = this.entry.computed;
    for (let index = 0; index < this.#sources.length; index += 1) {
      const input = this.#sources[index]?.input;
      this.#values[index] = input && isFresh(input, at, maxAge) ? input.value : null;
    }
    const result = this.computation.push(at, this.#values);
    if (result === undefined) return undefined;
    this.output.value = result ?? Number.NaN;
    this.output.at = at;
    this.output.turn = turn;
    return result;
  }

  /** Why the last result is null. */
  reason(): string {
    const missing = this.#sources.flatMap((source, index) => {
      if (this.#values[index] !== null) return [];
      return Number.isNaN(source.input.value) ? nameOf(source) : `a newer ${nameOf(source)}`;
    });
    return missing.length > 0 ? `requires ${missing.join(', ')}` : 'no result';
  }

  /** Chooses the pace and updates the description. @returns whether the description changed */
  review(): boolean {
    this.#pace = undefined;
    for (const root of this.roots) {
      if (root.isActive && periodOf(root) > (this.#pace ? periodOf(this.#pace) : -1)) this.#pace = root;
    }
    const missing = this.#sources.filter(isMissing).map(nameOf);
    const before = this.#state;
    const after = {
      periodMs: this.#pace ? periodOf(this.#pace) : before.periodMs,
      simulated: this.roots.some(({ device }) => device?.description.simulated),
      missing: missing.length > 0 ? `requires ${missing.join(', ')}` : '',
    };
    this.#state = after;
    return (
      before.periodMs !== after.periodMs || before.simulated !== after.simulated || before.missing !== after.missing
    );
  }

  /** Continues with the state of the runner that it replaces. */
  continueFrom(former: Runner): void {
    this.claim = former.claim;
    this.#state = former.#state;
  }

  get isMissingInputs(): boolean {
    return this.#state.missing !== '';
  }
}

/** The clock may have been set back, so that a reading seems to be of the future. */
function isFresh({ value, at: readAt }: Input, at: number, maxAge: number): boolean {
  return !Number.isNaN(value) && Math.abs(at - readAt) <= maxAge;
}

function periodOf({ device }: InputDevice): number {
  return device?.description.periodMs ?? 0;
}

function isMissing({ input: { ref }, device, upstream }: Source): boolean {
  if (device) return !device.isActive || !(isSeaLevelPressure(ref) || hasChannel(device, ref.channel));
  return !upstream || upstream.isMissingInputs;
}

function hasChannel({ device }: InputDevice, channel: string): boolean {
  return device !== undefined && Object.hasOwn(device.product.channels, channel);
}

function nameOf({ input: { ref }, upstream }: Source): string {
  return upstream ? `"${upstream.entry.computed.name}"` : `${ref.channel} of ${ref.serial}`;
}
