import { clamped, panned, type View, zoomed } from './view.ts';

/** What the navigator has to know of the samples. */
export interface Timeline {
  /** The right edge of a live view. */
  edge(): number;
  /** The oldest moment that can be drawn; NaN when there is none. */
  firstTime(): number;
}

/** Which stretch of time is shown: the newest, or one that stands still. */
export class Navigator {
  readonly #timeline: Timeline;
  #windowMs: number;
  #frozen: View | undefined;

  /** @param windowMs length of the live view in milliseconds @param view to stand still at, as it is; undefined: live */
  constructor(timeline: Timeline, windowMs: number, view?: View) {
    this.#timeline = timeline;
    this.#windowMs = windowMs;
    this.#frozen = view;
  }

  get isLive(): boolean {
    return this.#frozen === undefined;
  }

  get view(): View {
    if (this.#frozen) return this.#frozen;
    const to = this.#timeline.edge();
    return { from: to - this.#windowMs, to };
  }

  /** How far one can go: what is remembered, and at least one window of it. */
  get limits(): View {
    const to = Math.max(this.#timeline.edge(), this.#frozen?.to ?? 0);
    const first = this.#timeline.firstTime();
    const window = to - this.#windowMs;
    return { from: Number.isNaN(first) ? window : Math.floor(Math.min(first, window)), to };
  }

  /** Another length; what stands still keeps its right edge. In milliseconds. */
  resize(windowMs: number): void {
    this.#windowMs = windowMs;
    if (this.#frozen) this.show({ from: this.#frozen.to - windowMs, to: this.#frozen.to });
  }

  freeze(): void {
    this.#frozen ??= this.view;
  }

  resume(): void {
    this.#frozen = undefined;
  }

  /** Stands still at this view, or the nearest there is. */
  show(view: View): void {
    this.#frozen = clamped(view, this.limits);
  }

  /** @param ms forward in time; negative: back */
  pan(ms: number): void {
    this.#frozen = panned(this.view, ms, this.limits);
  }

  /** @param factor above 1: a longer stretch @param at the moment that stays in its place; the middle by default */
  zoom(factor: number, at?: number): void {
    const { view } = this;
    this.#frozen = zoomed(view, factor, at ?? (view.from + view.to) / 2, this.limits);
  }
}
