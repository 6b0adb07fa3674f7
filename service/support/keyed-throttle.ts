/** Tells of changes at once, but of each subject only so often: of several in quick succession the last is told. */

export class KeyedThrottle {
  readonly #gapMs: number;
  readonly #tell: (subject: string) => void;
  /** The end of each subject's pause, and whether something came in it. */
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();

  /**
   * @param gapMs the least time between two tellings of one subject, in milliseconds
   * @param tell tells how the subject is at the moment
   */
  constructor(gapMs: number, tell: (subject: string) => void) {
    this.#gapMs = gapMs;
    this.#tell = tell;
  }

  /** @param subject left out where there is one alone */
  changed(subject = ''): void {
    const pause = this.#pauses.get(subject);
    if (pause) pause.isDue = true;
    else this.#tellNow(subject);
  }

  /** What changed is not to be told any more: it has gone. */
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
