import type { MessageSource, Outgoing } from '../parts.ts';

/** A source of a few messages, each given once. */
export class WordsSource implements MessageSource {
  readonly #words: Outgoing[];
  onReady: (() => void) | undefined;

  constructor(words: readonly Outgoing[]) {
    this.#words = [...words];
  }

  take(): Outgoing | undefined {
    return this.#words.shift();
  }

  settle(): void {
    // Nobody waits for the outcome of a single one.
  }

  rewind(): void {
    // Last words are not repeated.
  }
}
