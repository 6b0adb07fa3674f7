export type Listener = () => void;

/** A value with change notifications. */
export interface Readable<T> {
  readonly get: () => T;
  /** @returns unsubscribes */
  readonly subscribe: (listener: Listener) => () => void;
}

export class ValueStore<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<Listener>();

  constructor(initial: T) {
    this.#value = initial;
  }

  // Arrow functions: React calls them without `this`.
  readonly get = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
