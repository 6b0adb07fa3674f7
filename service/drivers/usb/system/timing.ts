/** In milliseconds. */
export interface SystemBusTiming {
  /** Time between two lists of devices, which find what events missed, at least 10; default 5000. */
  pollMs: number;
  /** The same without events, at least 10; default 1000. */
  quickPollMs: number;
  /** Time from an event to the list that verifies it, at least 0; default 200: events come in bursts. */
  settleMs: number;
  /** Timeout of a list, and of subscribing and unsubscribing, at least 100; default 10000. */
  listTimeoutMs: number;
  /** Timeout for opening, at least 100; default 5000. */
  openTimeoutMs: number;
  /** Time after its own timeout before a transfer counts as lost, at least 10; default 2500. */
  transferGraceMs: number;
  /** How long closing waits for the transfer in progress, at least 10; default 3000. */
  closeTimeoutMs: number;
}

export const DEFAULT_SYSTEM_TIMING: SystemBusTiming = {
  pollMs: 5000,
  quickPollMs: 1000,
  settleMs: 200,
  listTimeoutMs: 10_000,
  openTimeoutMs: 5000,
  transferGraceMs: 2500,
  closeTimeoutMs: 3000,
};
