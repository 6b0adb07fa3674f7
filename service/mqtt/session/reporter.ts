import type { Logger } from '../../support/logger.ts';
import { at, type Failure, type Place, protocolName } from './failure.ts';

/** Logs what changes: the first failure of a kind and the end of it, not every attempt. */
export class Reporter {
  readonly #logger: Logger;
  /** The text of the failure told last; undefined since the connection was told to be well. */
  #told: string | undefined;
  /** Connections were lost before they were stable: being online again is no news until it lasts. */
  #unsteady = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  online(place: Place): void {
    if (this.#unsteady) return;
    this.#logger.info(`Connected to ${at(place)} (${protocolName(place)}).`);
    this.#told = undefined;
  }

  stable(place: Place): void {
    if (this.#unsteady) this.#logger.info(`The connection to ${at(place)} is steady again.`);
    this.#unsteady = false;
    this.#told = undefined;
  }

  /** @param wasOnline whether a connection was lost that had not been stable */
  failed({ text, remedy }: Failure, wasOnline: boolean): void {
    if (text !== this.#told) this.#logger.warn(remedy ? `${text} ${remedy}` : text);
    this.#told = text;
    this.#unsteady ||= wasOnline;
  }
}
