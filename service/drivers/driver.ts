/**
 * Finds devices and claims them (`DeviceClaims`). A driver only knows its own devices; if it fails, the others
 * continue. `start` resolves when the search has begun, not when a device was found. `stop` disconnects all devices,
 * ends every timer and listener, and may be called twice.
 */
export interface Driver {
  /** Short and stable, for logs: `serial`, `simulated`. */
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Called after the computer resumed, when open handles may be dead without an error. Searches and opens again, and
   * retries at once. Left out by a driver that sleep does not affect.
   */
  wake?(): void;
}
