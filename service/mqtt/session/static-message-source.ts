import type { MessageSource, PublishRequest } from '../types.ts';

/** A source of a few messages, each given once. */
export class StaticMessageSource implements MessageSource {
  readonly #words: PublishRequest[];
  onReady: (() => void) | undefined;

  constructor(words: readonly PublishRequest[]) {
    this.#words = [...words];
  }

  take(): PublishRequest | undefined {
    return this.#words.shift();
  }

  settle(): void {
    // Nobody waits for the outcome of a single one.
  }

  rewind(): void {
    // Last words are not repeated.
  }
}
