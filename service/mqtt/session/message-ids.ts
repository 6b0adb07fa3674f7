import type { IClientOptions } from 'mqtt';

type Provider = NonNullable<IClientOptions['messageIdProvider']>;

/** The largest packet identifier; 0 is none (MQTT 5.0, 2.2.1). */
const LARGEST = 65_535;

/**
 * The numbers of messages on their way, over all connections of a session. They begin anywhere: a broker may still hold
 * numbers of an earlier run, and would take a new message under one of those for a repetition.
 */
export class MessageIds implements Provider {
  readonly #inUse: (id: number) => boolean;
  #last = Math.floor(Math.random() * LARGEST);

  /** @param inUse never true for all of them: the session sees to that */
  constructor(inUse: (id: number) => boolean) {
    this.#inUse = inUse;
  }

  allocate(): number {
    do this.#last = (this.#last % LARGEST) + 1;
    while (this.#inUse(this.#last));
    return this.#last;
  }

  getLastAllocated(): number {
    return this.#last;
  }

  /** What is repeated on a new connection keeps its number. */
  register(): boolean {
    return true;
  }

  deallocate(): void {
    // Whoever knows what is in use takes it out there.
  }

  clear(): void {
    // A new connection changes nothing in what is in use.
  }
}
