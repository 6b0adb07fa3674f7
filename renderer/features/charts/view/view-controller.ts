import { clamped, panned, SHORTEST_MS, type View, zoomed } from './view.ts';

export interface Timeline {
  /** The right edge of a live view. */
  edge(): number;
  /** Time of the oldest reading; NaN without any. */
  firstTime(): number;
}

/** A live view is never fitted to less than this, in milliseconds. */
const LEAST_FITTED_MS = 10_000;

/** How long the note about missing older readings is shown, in milliseconds. */
const LIMIT_SHOWN_MS = 6000;

/** The range in view: the newest time window, or a fixed range while paused. */
export class ViewController {
  readonly #timeline: Timeline;
  #windowMs: number;
  #frozen: View | undefined;
  /** A live view starts here at the earliest; undefined while the readings in it are unknown. */
  #fittedFrom: number | undefined;
  /** The edge at the last movement beyond the oldest reading. */
  #limitMetAt = Number.NEGATIVE_INFINITY;

  /** @param windowMs time window of the live view, in milliseconds @param view the fixed range; undefined for live */
  constructor(timeline: Timeline, windowMs: number, view?: View) {
    this.#timeline = timeline;
    this.#windowMs = windowMs;
    this.#frozen = view;
  }

  get isLive(): boolean {
    return this.#frozen === undefined;
  }

  /** The user has just tried to move beyond the oldest reading. */
  get isAtLimit(): boolean {
    return this.#timeline.edge() - this.#limitMetAt < LIMIT_SHOWN_MS;
  }

  get view(): View {
    return this.#frozen ?? this.#live(this.#timeline.edge());
  }

  /** Length of a live view, in milliseconds, unless there are fewer readings. */
  get windowMs(): number {
    return this.#windowMs;
  }

  /** From the oldest reading to the edge, at least a live view. */
  get limits(): View {
    return this.#limits(this.#timeline.edge());
  }

  /** Sets the time window, in milliseconds; a fixed range keeps its right edge. */
  resize(windowMs: number): void {
    this.#windowMs = windowMs;
    this.#fittedFrom = undefined;
    const edge = this.#timeline.edge();
    if (this.#frozen === undefined && this.#timeline.firstTime() > edge - windowMs) this.#limitMetAt = edge;
    if (this.#frozen) this.show({ from: this.#frozen.to - windowMs, to: this.#frozen.to });
  }

  freeze(): void {
    this.#frozen ??= this.view;
  }

  resume(): void {
    if (this.#frozen) this.#fittedFrom = undefined;
    this.#frozen = undefined;
    this.#limitMetAt = Number.NEGATIVE_INFINITY;
  }

  /** Pauses at exactly this range, also beyond the readings. */
  open(view: View): void {
    const to = Math.max(view.to, view.from + SHORTEST_MS);
    this.#frozen = { from: view.from, to };
    this.#limitMetAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Lets a live view start at its first reading until the time window is full. Once started earlier, it does not start
   * later again: the line must not jump.
   * @param firstIn time of the first reading in a view; NaN while unknown, infinite without any
   * @param isChanged older readings may have been loaded since
   */
  fit(firstIn: (view: View) => number, isChanged: boolean): void {
    const edge = this.#timeline.edge();
    const from = edge - this.#windowMs;
    const isDone = this.#fittedFrom !== undefined && (this.#fittedFrom <= from || !isChanged);
    if (this.#frozen || isDone) return;
    const first = firstIn({ from, to: edge });
    if (Number.isFinite(first)) this.#fittedFrom = Math.min(first, this.#fittedFrom ?? first);
  }

  /** Pauses at this range within the limits; stays live if it equals the live view. */
  show(view: View): void {
    this.#move(view.from < this.view.from, (_, limits) => clamped(view, limits));
  }

  /** As `show`. @param ms forward; negative for back */
  pan(ms: number): void {
    this.#move(ms < 0, (view, limits) => panned(view, ms, limits));
  }

  /** As `show`. @param factor above 1 for a longer range @param at the time that keeps its position; default the middle */
  zoom(factor: number, at?: number): void {
    this.#move(factor > 1, (view, limits) => zoomed(view, factor, at ?? (view.from + view.to) / 2, limits));
  }

  #live(edge: number): View {
    const from = edge - this.#windowMs;
    const fitted = Math.min(this.#fittedFrom ?? from, edge - LEAST_FITTED_MS);
    return { from: Math.max(from, fitted), to: edge };
  }

  #limits(edge: number): View {
    const to = Math.max(edge, this.#frozen?.to ?? 0);
    const first = this.#timeline.firstTime();
    const shown = Math.min(this.#live(edge).from, this.#frozen?.from ?? Number.POSITIVE_INFINITY);
    return { from: Number.isNaN(first) ? shown : Math.floor(Math.min(first, shown)), to };
  }

  /** A live view that would not change stays live: charts that stop at a limit look broken. */
  #move(isBack: boolean, next: (view: View, limits: View) => View): void {
    // Read once: the edge moves on between two reads.
    const edge = this.#timeline.edge();
    const view = this.#frozen ?? this.#live(edge);
    const limits = this.#limits(edge);
    const moved = next(view, limits);
    const isSame = moved.from === view.from && moved.to === view.to;
    this.#limitMetAt = isBack && moved.from <= limits.from ? edge : Number.NEGATIVE_INFINITY;
    if (!isSame) this.#frozen = moved;
  }
}
