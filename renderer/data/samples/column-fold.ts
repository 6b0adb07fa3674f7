import type { PointSink } from './point-ring.ts';

/**
 * Reduces points to the minimum and maximum per column, in order, so that no extreme is lost.
 * Columns start at multiples of their width since 1970, so that the chart does not flicker while it moves. Breaks keep
 * their place.
 */
export class ColumnFold {
  readonly width: number;
  readonly #sink: PointSink;
  #column = Number.NaN;
  #points = 0;
  #minTime = 0;
  #min = 0;
  #maxTime = 0;
  #max = 0;
  #breaks = 0;
  #breakTime = 0;
  /** Tells on which side of the extreme a break lies. */
  #breaksBeforeMin = 0;
  #breaksBeforeMax = 0;

  /** @param width in milliseconds */
  constructor(width: number, sink: PointSink) {
    this.width = width;
    this.#sink = sink;
  }

  /** @param time not before the last point */
  add(time: number, value: number): void {
    const column = Math.floor(time / this.width);
    if (column !== this.#column) {
      this.flush();
      this.#column = column;
    }
    if (Number.isNaN(value)) {
      this.#breaks += 1;
      this.#breakTime = time;
      return;
    }
    if (this.#points === 0 || value < this.#min) {
      this.#min = value;
      this.#minTime = time;
      this.#breaksBeforeMin = this.#breaks;
    }
    if (this.#points === 0 || value > this.#max) {
      this.#max = value;
      this.#maxTime = time;
      this.#breaksBeforeMax = this.#breaks;
    }
    this.#points += 1;
  }

  /** Emits the open column. */
  flush(): void {
    if (this.#points === 0) {
      if (this.#breaks > 0) this.#sink.append(this.#breakTime, Number.NaN);
    } else if (this.#minTime <= this.#maxTime) {
      this.#pass(this.#minTime, this.#min, this.#breaksBeforeMin, this.#maxTime, this.#max, this.#breaksBeforeMax);
    } else {
      this.#pass(this.#maxTime, this.#max, this.#breaksBeforeMax, this.#minTime, this.#min, this.#breaksBeforeMin);
    }
    this.reset();
  }

  /** Discards the open column. */
  reset(): void {
    this.#points = 0;
    this.#breaks = 0;
    this.#column = Number.NaN;
  }

  #pass(time1: number, value1: number, breaks1: number, time2: number, value2: number, breaks2: number): void {
    const sink = this.#sink;
    if (breaks1 > 0) sink.append(time1, Number.NaN);
    sink.append(time1, value1);
    if (breaks2 > breaks1) sink.append(time2, Number.NaN);
    if (time2 !== time1) sink.append(time2, value2);
    if (this.#breaks > breaks2) sink.append(time2, Number.NaN);
  }
}
