/** Reports changes at once, but each subject at most once per `gapMs`: of several changes in that time, the last. */

export class KeyedThrottle {
  readonly #gapMs: number;
  readonly #tell: (subject: string) => void;
  /** Timer of each subject's pause, and whether it changed during it. */
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();

  /**
   * @param gapMs least time between two reports of one subject, in milliseconds
   * @param tell reports the current state of the subject
   */
  constructor(gapMs: number, tell: (subject: string) => void) {
    this.#gapMs = gapMs;
    this.#tell = tell;
  }

  /** @param subject left out if there is only one */
  changed(subject = ''): void {
    const pause = this.#pauses.get(subject);
    if (pause) pause.isDue = true;
    else this.#tellNow(subject);
  }

  /** Cancels the pending report of a deleted subject. */
  forget(subject: string): void {
    clearTimeout(this.#pauses.get(subject)?.timer);
    this.#pauses.delete(subject);
  }

  stop(): void {
    for (const subject of this.#pauses.keys()) this.forget(subject);
  }

  #tellNow(subject: string): void {
    const timer = setTimeout(() => this.#endPause(subject), this.#gapMs);
    this.#pauses.set(subject, { timer, isDue: false });
    this.#tell(subject);
  }

  #endPause(subject: string): void {
    const isDue = this.#pauses.get(subject)?.isDue ?? false;
    this.#pauses.delete(subject);
    if (isDue) this.#tellNow(subject);
  }
}
