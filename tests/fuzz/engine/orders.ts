/** What the thread that fuzzes and the one that watches it say to each other. */
import type { Fault } from './planting.ts';
import type { Finding } from './search.ts';

/** What is to be done. */
export interface Orders {
  /** The address of the module with the `target`. */
  module: string;
  /** An empty folder. */
  folder: string;
  /** Inputs that are kept, beside the target's own seeds. */
  corpus: readonly Uint8Array[];
  /** How many new inputs are run at most, and for how many milliseconds. */
  runs: number;
  ms: number;
  /** A whole number that is not 0; repeats a run. */
  seed: number;
  /** Whether coverage guides the search; else inputs are made of the corpus blindly. */
  guided: boolean;
  /** Different findings beyond this many end the search. */
  maxFindings: number;
  /** How often it is tried to make a finding smaller. */
  maxShrinks: number;
  /** Put into the code under test; undefined for the code as it is. */
  fault: Fault | undefined;
  memory: SharedArrayBuffer;
}

/** What came of it. */
export interface Report {
  /** New inputs that were run. */
  runs: number;
  seconds: number;
  blocks: { ran: number; known: number };
  findings: Finding[];
  /** Of the inputs to begin with, the target's own seeds first: each reached blocks that nothing before it had. */
  useful: Uint8Array[];
  /** New inputs, each of which reached blocks that nothing before it had. */
  grown: Uint8Array[];
}

/** The longest input that is remembered, in bytes. */
const MAX_INPUT = 1024 * 1024;
const HEAD = 8;

/** Remembers the input that is being run where the watching thread can read it, whatever becomes of this one. */
export class Witness {
  /** How many were noted, and how long the newest is. */
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory = new SharedArrayBuffer(HEAD + MAX_INPUT)) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, HEAD);
  }

  get memory(): SharedArrayBuffer {
    return this.#bytes.buffer as SharedArrayBuffer;
  }

  note(input: Uint8Array): void {
    this.#bytes.set(input.subarray(0, MAX_INPUT));
    Atomics.store(this.#head, 1, Math.min(input.length, MAX_INPUT));
    Atomics.add(this.#head, 0, 1);
  }

  get count(): number {
    return Atomics.load(this.#head, 0);
  }

  get newest(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#head, 1));
  }
}
