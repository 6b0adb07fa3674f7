/**
 * Asks for pictures: at most one for each frame of the screen, none while the page is hidden, none while nobody wants
 * one.
 */
export class FrameLoop {
  readonly #draw: (frameTime: number) => number | undefined;
  #frame: number | undefined;
  #timer: number | undefined;
  #isRunning = false;

  /**
   * @param draw draws what is due and says in how many milliseconds it wants to be asked again; 0: with the next frame,
   * undefined: not before a request. `frameTime` is the browser's, in milliseconds.
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
