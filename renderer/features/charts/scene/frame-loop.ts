/** Draws at most once for each frame of the screen, and not while the page is hidden. */
export class FrameLoop {
  readonly #draw: (frameTime: number) => number | undefined;
  #frame: number | undefined;
  #timer: number | undefined;
  #isRunning = false;

  /**
   * @param draw draws what is due. Returns the milliseconds until the next call: 0 for the next frame, undefined to wait
   * for a request. `frameTime` is the browser's, in milliseconds.
   */
  constructor(draw: (frameTime: number) => number | undefined) {
    this.#draw = draw;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.request();
  }

  stop(): void {
    this.#isRunning = false;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#cancel();
  }

  /** Draws with the next frame. */
  request(): void {
    if (!this.#isRunning || this.#frame !== undefined || document.hidden) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#frame = requestAnimationFrame((frameTime) => {
      this.#frame = undefined;
      const delay = this.#draw(frameTime);
      if (delay === undefined) return;
      if (delay <= 0) this.request();
      else if (this.#isRunning && this.#frame === undefined) {
        this.#timer = window.setTimeout(() => this.request(), delay);
      }
    });
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#cancel();
    else this.request();
  };

  #cancel(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = undefined;
    this.#timer = undefined;
  }
}
