import { errorClause } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { type ConnectionContext, type Failure, formatEndpoint, protocolName } from './failure.ts';

/** How many failures are remembered as told. */
const MAX_REPORTED = 20;

/** Logs what changes: the first failure of a kind and the end of it, not every attempt. */
export class Reporter {
  readonly #logger: Logger;
  /** The texts of the failures that were told since the connection was told to be well. */
  readonly #reported = new Set<string>();
  /** Connections were lost before they were stable: being online again is no news until it lasts. */
  #unsteady = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  online(place: ConnectionContext): void {
    if (this.#unsteady) return;
    this.#logger.info(`connected to ${formatEndpoint(place)} (${protocolName(place)})`);
    this.#reported.clear();
  }

  stable(place: ConnectionContext): void {
    if (this.#unsteady) this.#logger.info(`connection to ${formatEndpoint(place)} stable`);
    this.#unsteady = false;
    this.#reported.clear();
  }

  /** @param wasOnline whether a connection was lost that had not been stable */
  failed({ text, remedy }: Failure, wasOnline: boolean): void {
    if (!this.#reported.has(text))
      this.#logger.warn(`connection failed: ${errorClause(remedy ? `${text} ${remedy}` : text)}`);
    // A cause in other words each time must not fill the memory: then it is told again.
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.add(text);
    this.#unsteady ||= wasOnline;
  }
}
