/** Times of the bus, in milliseconds. */
export interface SystemBusTiming {
  /** Between two lists of what is plugged in, which find what events missed, 10 or more; 5000. */
  pollMs: number;
  /** The same where events do not come, 10 or more; 1000. */
  quickPollMs: number;
  /** From an event to the list that checks it, 0 or more; 200: events come in bursts. */
  settleMs: number;
  /** How long a list, or beginning and ending to be told of events, may take, 100 or more; 10000. */
  listTimeoutMs: number;
  /** How long opening may take, 100 or more; 5000. */
  openTimeoutMs: number;
  /** How much longer than its own time a transfer may take until it is given up as lost, 10 or more; 2500. */
  transferGraceMs: number;
  /** How long closing waits for a transfer that is under way, 10 or more; 3000. */
  closeTimeoutMs: number;
}

export const DEFAULT_TIMING: SystemBusTiming = {
  pollMs: 5000,
  quickPollMs: 1000,
  settleMs: 200,
  listTimeoutMs: 10_000,
  openTimeoutMs: 5000,
  transferGraceMs: 2500,
  closeTimeoutMs: 3000,
};
