import type { IClientOptions } from 'mqtt';

type Provider = NonNullable<IClientOptions['messageIdProvider']>;

/** The largest packet identifier; 0 is none (MQTT 5.0, 2.2.1). */
const LARGEST = 65_535;

/**
 * Packet identifiers across all connections of a session. They start at random: a broker may hold identifiers of an
 * earlier run and would take a new message with one of them for a duplicate.
 */
export class MessageIds implements Provider {
  readonly #inUse: (id: number) => boolean;
  #last = Math.floor(Math.random() * LARGEST);

  /** @param inUse never true for all identifiers, which the session ensures */
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

  /** A repeated message keeps its identifier on a new connection. */
  register(): boolean {
    return true;
  }

  deallocate(): void {
    // The owner of `inUse` releases identifiers.
  }

  clear(): void {
    // A new connection does not change the identifiers in use.
  }
}
