/** Reports changes at once, but each subject at most once per `gapMs`: of several changes in that time, the last. */

export class KeyedThrottle {
  readonly #gapMs: number;
  readonly #report: (subject: string) => void;
  /** Timer of each subject's pause, and whether it changed during it. */
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();

  /**
   * @param gapMs least time between two reports of one subject, in milliseconds
   * @param report reports the current state of the subject
   */
  constructor(gapMs: number, report: (subject: string) => void) {
    this.#gapMs = gapMs;
    this.#report = report;
  }

  /** @param subject left out if there is only one */
  changed(subject = ''): void {
    const pause = this.#pauses.get(subject);
    if (pause) pause.isDue = true;
    else this.#reportNow(subject);
  }

  /** Cancels the pending report of a deleted subject. */
  cancel(subject: string): void {
    clearTimeout(this.#pauses.get(subject)?.timer);
    this.#pauses.delete(subject);
  }

  stop(): void {
    for (const subject of this.#pauses.keys()) this.cancel(subject);
  }

  #reportNow(subject: string): void {
    const timer = setTimeout(() => this.#endPause(subject), this.#gapMs);
    this.#pauses.set(subject, { timer, isDue: false });
    this.#report(subject);
  }

  #endPause(subject: string): void {
    const isDue = this.#pauses.get(subject)?.isDue ?? false;
    this.#pauses.delete(subject);
    if (isDue) this.#reportNow(subject);
  }
}
