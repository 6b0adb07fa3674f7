import type { View } from '../view/view.ts';

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

export interface DueRedraws {
  readonly picture: boolean;
  readonly overview: boolean;
  readonly values: boolean;
  readonly summary: boolean;
  /** Milliseconds until something is due without a new event: 0 for the next frame, undefined for never. */
  readonly again: number | undefined;
}

/** A fast view is drawn after this fraction of a pixel, so that it slides evenly. */
const WORTH_DRAWING = 0.25;

/** If a pixel takes longer than this, in milliseconds, the view steps once a second to spare the processor. */
const SLOW_MS = 100;

/** Minimum time between two drawings of a slow view with new samples, in milliseconds. */
const SLOW_DATA_MS = 900;

/** Maximum step of a slow view without samples, in milliseconds; above 1 s, to wait for samples at 1 Hz. */
const SLOW_STEP_MS = 1500;

/** A shorter wait polls with each frame instead, in milliseconds. */
const FRAME_BY_FRAME = 40;

/** Minimum time between two updates of a figure, to keep it readable, in milliseconds. */
const VALUES_MS = 200;
const OVERVIEW_MS = 1000;
const SUMMARY_MS = 3000;

/** Step with reduced motion, in milliseconds. */
const STEP_MS = 1000;

/** Decides what is due in each frame. */
export class RedrawScheduler {
  #isForced = true;
  #hasData = true;
  /** The picture is newer than the figures. */
  #areValuesDue = false;
  #isDataDrawn = false;
  #isPointed = true;
  #view: View = { from: 0, to: 0 };
  #pictureAt = Number.NEGATIVE_INFINITY;
  #valuesAt = Number.NEGATIVE_INFINITY;
  #overviewAt = Number.NEGATIVE_INFINITY;
  #summaryAt = Number.NEGATIVE_INFINITY;
  #isSummaryDue = true;
  #isOverviewDue = true;

  force(): void {
    this.#isForced = true;
  }

  data(): void {
    this.#hasData = true;
    this.#isDataDrawn = false;
    this.#isSummaryDue = true;
    this.#isOverviewDue = true;
  }

  pointed(): void {
    this.#isPointed = true;
  }

  /**
   * Returns what is due, and marks it as done.
   * @param frameTime milliseconds of any clock
   * @param msPerPixel of the screen
   * @param inSteps reduced motion
   */
  due(frameTime: number, view: View, msPerPixel: number, isLive: boolean, inSteps: boolean): DueRedraws {
    const isResized = view.to - view.from !== this.#view.to - this.#view.from;
    const hasMoved = isResized || Math.abs(view.to - this.#view.to) >= stepOf(msPerPixel);
    const pause = inSteps ? STEP_MS : VALUES_MS;
    const isDataDue = !this.#isDataDrawn && isLive && frameTime - this.#pictureAt >= pictureMs(msPerPixel, inSteps);
    const picture = this.#isForced || this.#isPointed || hasMoved || isDataDue;
    const isOverviewDue = picture || this.#isOverviewDue;
    const overview = this.#isForced || (isOverviewDue && frameTime - this.#overviewAt >= OVERVIEW_MS);
    const areFiguresDue = (picture || this.#hasData || this.#areValuesDue) && frameTime - this.#valuesAt >= pause;
    const values = this.#isForced || this.#isPointed || areFiguresDue;
    const summary = (this.#isSummaryDue || this.#isForced) && frameTime - this.#summaryAt >= SUMMARY_MS;
    this.#done(frameTime, view, { picture, overview, values, summary });
    return { picture, overview, values, summary, again: this.#again(frameTime, view, msPerPixel, isLive, inSteps) };
  }

  #done(frameTime: number, view: View, { picture, overview, values, summary }: Omit<DueRedraws, 'again'>): void {
    if (picture) {
      this.#view = view;
      this.#pictureAt = frameTime;
      this.#isDataDrawn = true;
      this.#isSummaryDue = true;
      this.#isForced = false;
      this.#isPointed = false;
    }
    if (values) this.#hasData = false;
    this.#areValuesDue = !values && (picture || this.#areValuesDue);
    if (overview) this.#overviewAt = frameTime;
    this.#isOverviewDue = !overview && (picture || this.#isOverviewDue);
    if (values) this.#valuesAt = frameTime;
    if (summary) this.#summaryAt = frameTime;
    if (summary) this.#isSummaryDue = false;
  }

  #again(frameTime: number, view: View, msPerPixel: number, isLive: boolean, inSteps: boolean): number | undefined {
    if (!isLive && this.#areValuesDue) return Math.max(1, this.#valuesAt + VALUES_MS - frameTime);
    if (!isLive) return this.#isOverviewDue || this.#isSummaryDue ? OVERVIEW_MS : undefined;
    if (inSteps) return VALUES_MS;
    const step = stepOf(msPerPixel);
    if (step < FRAME_BY_FRAME) return 0;
    const wait = Math.min(step - Math.max(0, view.to - this.#view.to), SLOW_STEP_MS);
    const valuesIn = this.#hasData ? this.#valuesAt + VALUES_MS - frameTime : wait;
    const pictureIn = this.#isDataDrawn ? wait : this.#pictureAt + pictureMs(msPerPixel, inSteps) - frameTime;
    return Math.min(wait, Math.max(1, Math.min(valuesIn, pictureIn)));
  }
}

/** Minimum time between two drawings for new samples only, in milliseconds. */
function pictureMs(msPerPixel: number, inSteps: boolean): number {
  if (inSteps) return STEP_MS;
  return msPerPixel > SLOW_MS ? SLOW_DATA_MS : VALUES_MS;
}

/** Movement that requires a drawing, in milliseconds. @param msPerPixel of the screen */
function stepOf(msPerPixel: number): number {
  return msPerPixel > SLOW_MS ? Math.max(msPerPixel, SLOW_STEP_MS) : WORTH_DRAWING * msPerPixel;
}
