import type { View } from '../view/view.ts';

/** What has to be done in this frame. */
export interface DueRedraws {
  readonly picture: boolean;
  readonly overview: boolean;
  readonly values: boolean;
  readonly summary: boolean;
  /** Milliseconds until something may be due without anything happening; 0: the next frame; undefined: nothing will. */
  readonly again: number | undefined;
}

/** A picture that moves fast is worth drawing when it has moved by this part of a pixel: so it slides evenly. */
const WORTH_DRAWING = 0.25;

/**
 * Where a pixel takes longer than this nothing slides any more, it steps: once a second is soon enough then, and each
 * picture that is not drawn spares the processor. In milliseconds.
 */
const SLOW_MS = 100;

/** A slow picture is drawn with the samples, this long after the last one at least. In milliseconds. */
const SLOW_DATA_MS = 900;

/** So far a slow picture moves on without samples; longer than between those of once a second, so that it waits for them. In milliseconds. */
const SLOW_STEP_MS = 1500;

/** Waits shorter than this are better spent asking with each frame, in milliseconds. */
const FRAME_BY_FRAME = 40;

/** Figures that change more often cannot be read. In milliseconds. */
const VALUES_MS = 200;
const OVERVIEW_MS = 1000;
const SUMMARY_MS = 3000;

/** With reduced motion everything moves in steps of this. In milliseconds. */
const STEP_MS = 1000;

/** Decides what is drawn when, so that nothing is drawn in vain. */
export class RedrawScheduler {
  #isForced = true;
  #hasData = true;
  #isDataDrawn = false;
  #isPointed = true;
  #view: View = { from: 0, to: 0 };
  #pictureAt = Number.NEGATIVE_INFINITY;
  #valuesAt = Number.NEGATIVE_INFINITY;
  #overviewAt = Number.NEGATIVE_INFINITY;
  #summaryAt = Number.NEGATIVE_INFINITY;
  #isSummaryDue = true;
  #isOverviewDue = true;

  /** Everything is to be drawn again. */
  force(): void {
    this.#isForced = true;
  }

  /** Samples came in. */
  data(): void {
    this.#hasData = true;
    this.#isDataDrawn = false;
    this.#isSummaryDue = true;
    this.#isOverviewDue = true;
  }

  /** The pointer moved. */
  pointed(): void {
    this.#isPointed = true;
  }

  /**
   * Says what is due, and takes it for done.
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
    const areFiguresDue = (picture || this.#hasData) && frameTime - this.#valuesAt >= pause;
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
    if (overview) this.#overviewAt = frameTime;
    if (overview) this.#isOverviewDue = false;
    if (values) this.#valuesAt = frameTime;
    if (summary) this.#summaryAt = frameTime;
    if (summary) this.#isSummaryDue = false;
  }

  #again(frameTime: number, view: View, msPerPixel: number, isLive: boolean, inSteps: boolean): number | undefined {
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

/** The least time between two pictures that are drawn for samples alone, in milliseconds. */
function pictureMs(msPerPixel: number, inSteps: boolean): number {
  if (inSteps) return STEP_MS;
  return msPerPixel > SLOW_MS ? SLOW_DATA_MS : VALUES_MS;
}

/** How far a picture has to move to be worth drawing, in milliseconds. @param msPerPixel of the screen */
function stepOf(msPerPixel: number): number {
  return msPerPixel > SLOW_MS ? Math.max(msPerPixel, SLOW_STEP_MS) : WORTH_DRAWING * msPerPixel;
}
