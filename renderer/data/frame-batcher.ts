/** Components see new values this often at most, in milliseconds. */
const PUBLISH_MS = 200;

export interface PublicationOptions {
  /** Runs something before the next frame is drawn; a hidden window draws none. */
  nextFrame?: (run: () => void) => void;
  now?: () => number;
}

export class FrameBatcher {
  readonly #publish: () => void;
  readonly #nextFrame: (run: () => void) => void;
  readonly #now: () => number;
  #scheduled = false;
  #publishedAt = 0;

  constructor(publish: () => void, { nextFrame = requestAnimationFrame, now = Date.now }: PublicationOptions = {}) {
    this.#publish = publish;
    // Called without an object: the browser's own function refuses any other.
    this.#nextFrame = (run) => nextFrame(run);
    this.#now = now;
  }

  /** Publishes as soon as it is due. */
  request(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // A clock that was set back must not make it wait until that time comes again.
    const due = Math.min(PUBLISH_MS, this.#publishedAt + PUBLISH_MS - this.#now());
    // At once where it may be: with the frame that the charts draw the same readings in.
    if (due <= 0) this.#nextFrame(() => this.run());
    else setTimeout(() => this.#nextFrame(() => this.run()), due);
  }

  /** Publishes at once. */
  run(): void {
    this.#scheduled = false;
    this.#publishedAt = this.#now();
    this.#publish();
  }
}
