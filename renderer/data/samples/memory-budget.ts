/** Memory shared by many rings. */
export class MemoryBudget {
  readonly limit: number;
  #used = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  has(bytes: number): boolean {
    return this.#used + bytes <= this.limit;
  }

  reserve(bytes: number): boolean {
    if (!this.has(bytes)) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}
