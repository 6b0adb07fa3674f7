/** What became of the lines of a fleet. */

/** Different responses that are remembered. */
const MOST_REASONS = 20;

/** Counts of one fleet, which its writers share. */
export class WriteAccount {
  /** Lines that were to be written. */
  sampled = 0;
  /** Lines that the database accepted. */
  accepted = 0;
  /** Lines of requests that it refused for good. */
  refused = 0;
  /** Lines given up because too many waited. */
  discarded = 0;
  /** Channel readings of the accepted lines. */
  acceptedReadings = 0;
  /** Requests that were responded to, or failed. */
  requests = 0;
  /** Requests that had to be sent again. */
  repeated = 0;
  /** Bytes of all bodies as they were sent. */
  bytes = 0;
  /** Longest time from the sampling of a line to its acceptance, in milliseconds. */
  slowestMs = 0;
  /** What went wrong, and in how many requests. */
  readonly failures = new Map<string, number>();

  /** Lines that still wait or are in a request. */
  get waiting(): number {
    return this.sampled - this.accepted - this.refused - this.discarded;
  }

  /** @returns whether it is the first of its kind */
  countFailure(reason: string): boolean {
    const known = this.failures.get(reason);
    if (known === undefined && this.failures.size >= MOST_REASONS) return false;
    this.failures.set(reason, (known ?? 0) + 1);
    return known === undefined;
  }
}
