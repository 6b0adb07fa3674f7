/** All computed channels and the channels that they need, built once for each change of them. */
import { COMPUTED_CHANNEL } from '../contract/index.ts';
import type { Computation } from './computation.ts';
import { computingOrder, type Entries, type Entry } from './entries.ts';
import { type InputDevice, Inputs, isComputed } from './inputs.ts';
import { Runner, type Source } from './runner.ts';

/** A device with input channels, and the computed channels that depend on it. */
export interface Dependence {
  readonly source: InputDevice;
  /** Also those that depend on it through others, in computing order. */
  readonly runners: readonly Runner[];
}

export class Graph {
  /** By ID, in computing order. */
  readonly runners = new Map<string, Runner>();
  /** By device key. */
  readonly devices: ReadonlyMap<string, Dependence>;
  readonly #inputs: Inputs;

  /**
   * @param former continued: newest readings, claims
   * @param computationOf returns the computation of an entry
   */
  constructor(entries: Entries, former: Graph | undefined, computationOf: (entry: Entry) => Computation) {
    this.#inputs = new Inputs(former && former.#inputs);
    const result = computingOrder(new Map([...entries].map(([id, { formula }]) => [id, formula])));
    // A loop is refused before it is stored.
    for (const id of 'order' in result ? result.order : []) {
      const entry = entries.get(id);
      if (entry) this.runners.set(id, this.#runner(entry, computationOf(entry), former?.runners.get(id)));
    }
    const dependents = new Map<InputDevice, Runner[]>();
    for (const runner of this.runners.values()) {
      for (const root of runner.roots) {
        const runners = dependents.get(root);
        if (runners) runners.push(runner);
        else dependents.set(root, [runner]);
      }
    }
    this.devices = new Map(
      Array.from(this.#inputs.devices, ([key, source]) => [key, { source, runners: dependents.get(source) ?? [] }]),
    );
  }

  #runner(entry: Entry, computation: Computation, former: Runner | undefined): Runner {
    const sources = entry.formula.inputs.map((ref): Source => {
      const input = this.#inputs.of(ref);
      if (isComputed(ref)) return { input, device: undefined, upstream: this.runners.get(ref.serial) };
      return { input, device: this.#inputs.deviceOf(ref), upstream: undefined };
    });
    const output = this.#inputs.of({ family: 'computed', serial: entry.id, channel: COMPUTED_CHANNEL });
    const runner = new Runner({ entry, computation, sources, output });
    if (former) runner.continueFrom(former);
    return runner;
  }
}
