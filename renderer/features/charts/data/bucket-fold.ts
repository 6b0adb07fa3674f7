import type { PointBuffer } from './point-buffer.ts';

/** Aggregates readings in buckets as the history does, drawn at their middle, so that live and past lines look alike. */
export class BucketFold {
  #width = 1;
  #out: PointBuffer | undefined;
  #bucket = Number.NaN;
  #count = 0;
  #sum = 0;
  #min = 0;
  #max = 0;
  #isBrokenBefore = false;
  #isBrokenAfter = false;

  /** @param width of a bucket, in milliseconds */
  start(width: number, out: PointBuffer): void {
    this.#width = width;
    this.#out = out;
    this.#bucket = Number.NaN;
    this.#empty();
  }

  /** @param value NaN for a gap */
  add(time: number, value: number): void {
    const bucket = Math.floor(time / this.#width);
    if (bucket !== this.#bucket) {
      this.end();
      this.#bucket = bucket;
    }
    if (Number.isNaN(value)) {
      if (this.#count === 0) this.#isBrokenBefore = true;
      this.#isBrokenAfter = true;
      return;
    }
    this.#min = this.#count === 0 ? value : Math.min(this.#min, value);
    this.#max = this.#count === 0 ? value : Math.max(this.#max, value);
    this.#sum += value;
    this.#count += 1;
    this.#isBrokenAfter = false;
  }

  /** Emits the open bucket. */
  end(): void {
    const out = this.#out;
    const middle = (this.#bucket + 0.5) * this.#width;
    if (out && this.#isBrokenBefore) out.append(middle, Number.NaN);
    if (out && this.#count > 0) out.append(middle, this.#sum / this.#count, this.#min, this.#max);
    if (out && this.#isBrokenAfter) out.append(middle, Number.NaN);
    this.#empty();
  }

  #empty(): void {
    this.#count = 0;
    this.#sum = 0;
    this.#isBrokenBefore = false;
    this.#isBrokenAfter = false;
  }
}
