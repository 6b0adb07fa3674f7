/** What a target of fuzzing is: real code at its outermost edge, and a judge of what it does. */

/** What a target made ready. */
export interface Prey {
  /**
   * Feeds one input and looks at what came of it. Throws, or rejects, when something is not as it must be: with a
   * `Violation`, or with whatever the code under test threw that it should not.
   */
  run(input: Uint8Array): void | Promise<void>;
  close?(): void | Promise<void>;
}

export interface Target {
  /** Whose blocks guide the search: parts of paths below the root of the sources, such as `service/drivers/serial/`. */
  covers: readonly string[];
  /** Pieces that the format is made of. */
  words: readonly (string | Uint8Array)[];
  /** The longest input, in bytes. */
  maxBytes: number;
  /** Good inputs to begin with. */
  seeds: readonly (string | Uint8Array)[];
  /** @param folder an empty one for its own use; it goes when the target is done with */
  open(folder: string): Prey | Promise<Prey>;
}

/** Something is not as it must be. */
export class Violation extends Error {
  override name = 'Violation';
}

/** @throws Violation unless this holds */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what);
}

/** The bytes of a text or of bytes. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
