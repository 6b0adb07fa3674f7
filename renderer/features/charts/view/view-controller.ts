import { clamped, panned, type View, zoomed } from './view.ts';

/** What the navigator has to know of the samples. */
export interface Timeline {
  /** The right edge of a live view. */
  edge(): number;
  /** The oldest moment that can be drawn; NaN when there is none. */
  firstTime(): number;
}

/** So long a movement that found nothing older is spoken of, in milliseconds. */
const LIMIT_SHOWN_MS = 6000;

/** Which stretch of time is shown: the newest, or one that stands still. */
export class ViewController {
  readonly #timeline: Timeline;
  #windowMs: number;
  #frozen: View | undefined;
  /** When a movement found nothing older, as the edge was then. */
  #limitMetAt = Number.NEGATIVE_INFINITY;

  /** @param windowMs length of the live view in milliseconds @param view to stand still at, as it is; undefined: live */
  constructor(timeline: Timeline, windowMs: number, view?: View) {
    this.#timeline = timeline;
    this.#windowMs = windowMs;
    this.#frozen = view;
  }

  get isLive(): boolean {
    return this.#frozen === undefined;
  }

  /** A movement has just found nothing older to show. */
  get isAtLimit(): boolean {
    return this.#timeline.edge() - this.#limitMetAt < LIMIT_SHOWN_MS;
  }

  get view(): View {
    return this.#frozen ?? this.#live(this.#timeline.edge());
  }

  /** How far one can go: what is remembered, and at least one window of it. */
  get limits(): View {
    return this.#limits(this.#timeline.edge());
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
    this.#limitMetAt = Number.NEGATIVE_INFINITY;
  }

  /** Stands still at this view, or the nearest there is; stays live where that is the live view. */
  show(view: View): void {
    this.#move(view.from < this.view.from, (_, limits) => clamped(view, limits));
  }

  /** As `show`. @param ms forward in time; negative: back */
  pan(ms: number): void {
    this.#move(ms < 0, (view, limits) => panned(view, ms, limits));
  }

  /** As `show`. @param factor above 1: a longer stretch @param at the moment that stays in its place; the middle by default */
  zoom(factor: number, at?: number): void {
    this.#move(factor > 1, (view, limits) => zoomed(view, factor, at ?? (view.from + view.to) / 2, limits));
  }

  #live(edge: number): View {
    return { from: edge - this.#windowMs, to: edge };
  }

  #limits(edge: number): View {
    const to = Math.max(edge, this.#frozen?.to ?? 0);
    const first = this.#timeline.firstTime();
    const window = to - this.#windowMs;
    return { from: Number.isNaN(first) ? window : Math.floor(Math.min(first, window)), to };
  }

  /** A live view that would not change stays live: charts that stop at a limit would look broken. */
  #move(isBack: boolean, next: (view: View, limits: View) => View): void {
    // Asked once: the edge runs on between two questions.
    const edge = this.#timeline.edge();
    const view = this.#frozen ?? this.#live(edge);
    const moved = next(view, this.#limits(edge));
    const isSame = moved.from === view.from && moved.to === view.to;
    this.#limitMetAt = isSame && isBack ? edge : Number.NEGATIVE_INFINITY;
    if (!isSame) this.#frozen = moved;
  }
}
