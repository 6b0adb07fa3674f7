import type { PointSink } from '../../../data/samples/index.ts';

const INITIAL_ROOM = 256;

/** Points ready to be drawn: used again for each picture, so that drawing makes no garbage. */
export class PointBuffer implements PointSink {
  #times = new Float64Array(INITIAL_ROOM);
  #values = new Float64Array(INITIAL_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @param index below the length */
  time(index: number): number {
    return this.#times[index] ?? Number.NaN;
  }

  /** NaN: a break. */
  value(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }

  append(time: number, value: number): void {
    if (Number.isNaN(value) && (this.#length === 0 || Number.isNaN(this.value(this.#length - 1)))) return;
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  clear(): void {
    this.#length = 0;
  }

  #grow(): void {
    const times = new Float64Array(this.#length * 2);
    const values = new Float64Array(this.#length * 2);
    times.set(this.#times);
    values.set(this.#values);
    this.#times = times;
    this.#values = values;
  }
}
