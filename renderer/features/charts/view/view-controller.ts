import { clamped, panned, type View, zoomed } from './view.ts';

export interface Timeline {
  /** The right edge of a live view. */
  edge(): number;
  /** Time of the oldest reading; NaN without any. */
  firstTime(): number;
}

/** How long the note about missing older readings is shown, in milliseconds. */
const LIMIT_SHOWN_MS = 6000;

/** The range in view: the newest time window, or a fixed range while paused. */
export class ViewController {
  readonly #timeline: Timeline;
  #windowMs: number;
  #frozen: View | undefined;
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

  /** From the oldest reading to the edge, at least one time window. */
  get limits(): View {
    return this.#limits(this.#timeline.edge());
  }

  /** Sets the time window, in milliseconds; a fixed range keeps its right edge. */
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
    return { from: edge - this.#windowMs, to: edge };
  }

  #limits(edge: number): View {
    const to = Math.max(edge, this.#frozen?.to ?? 0);
    const first = this.#timeline.firstTime();
    const window = to - this.#windowMs;
    return { from: Number.isNaN(first) ? window : Math.floor(Math.min(first, window)), to };
  }

  /** A live view that would not change stays live: charts that stop at a limit look broken. */
  #move(isBack: boolean, next: (view: View, limits: View) => View): void {
    // Read once: the edge moves on between two reads.
    const edge = this.#timeline.edge();
    const view = this.#frozen ?? this.#live(edge);
    const moved = next(view, this.#limits(edge));
    const isSame = moved.from === view.from && moved.to === view.to;
    this.#limitMetAt = isSame && isBack ? edge : Number.NEGATIVE_INFINITY;
    if (!isSame) this.#frozen = moved;
  }
}
