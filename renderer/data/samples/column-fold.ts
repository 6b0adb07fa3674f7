import type { PointSink } from './point-ring.ts';

/**
 * Reduces points to at most two for each column of time, the least and the greatest in the order they came, so that no
 * extreme is lost. Columns lie at multiples of their width since 1970, not at the edge of what is looked at: the
 * picture does not flicker while it slides. A break stays a break, at its place among the points that remain.
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
  /** Breaks that had come when the extreme was met: they tell on which side of it a break lies. */
  #breaksBeforeMin = 0;
  #breaksBeforeMax = 0;

  /** @param width of a column, in milliseconds */
  constructor(width: number, sink: PointSink) {
    this.width = width;
    this.#sink = sink;
  }

  /** @param time not before that of the last point */
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

  /** Passes on the column that is open. */
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

  /** Forgets the column that is open. */
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
