import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

type Listener<Payload> = (payload: Payload) => void;

/**
 * Calls listeners synchronously in the order of their subscription. A listener that throws is reported to `onError`,
 * and the rest still run: a consumer of readings must never stop a driver.
 */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();
  readonly #onError: (error: unknown, event: string) => void;

  constructor(onError: (error: unknown, event: string) => void) {
    this.#onError = onError;
  }

  /** @returns the function that unsubscribes */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    let listeners = this.#listeners.get(name);
    if (!listeners) this.#listeners.set(name, (listeners = new Set()));
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<Events[Name]>)(payload);
      } catch (error) {
        this.#onError(error, String(name));
      }
    }
  }
}

/** The `onError` of an emitter whose owner has nothing to add. */
export function logListenerErrors(logger: Logger): (error: unknown, event: string) => void {
  return (error, event) => logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error });
}
