import { errorClause } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { type ConnectionContext, type Failure, formatEndpoint, formatProxy, protocolName } from './failure.ts';

/** Limit of failures remembered as reported. */
const MAX_REPORTED = 20;

/** Logs changes: the first failure of a kind and its end, not every attempt. */
export class Reporter {
  readonly #logger: Logger;
  /** Texts of failures reported since the last stable connection. */
  readonly #reported = new Set<string>();
  /** Connections ended before they were stable: report the next one only when it is. */
  #unsteady = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  connected(place: ConnectionContext): void {
    if (this.#unsteady) return;
    this.#logger.info(`connected to ${formatEndpoint(place)} (${protocolName(place)}${formatProxy(place)})`);
    this.#reported.clear();
  }

  stable(place: ConnectionContext): void {
    if (this.#unsteady) this.#logger.info(`connection to ${formatEndpoint(place)} stable`);
    this.#unsteady = false;
    this.#reported.clear();
  }

  /** @param wasConnected a connection was lost before it was stable */
  failed({ text, remedy }: Failure, wasConnected: boolean): void {
    if (!this.#reported.has(text))
      this.#logger.warn(`connection failed: ${errorClause(remedy ? `${text} ${remedy}` : text)}`);
    // A text that varies each time must not grow the set without limit; it is then reported again.
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.add(text);
    this.#unsteady ||= wasConnected;
  }
}
