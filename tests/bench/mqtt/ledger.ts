/**
 * Accounts for millions of readings in little memory. Simulated instruments are sampled together, in the order of their
 * serial numbers: whatever is missing within a moment, or comes out of order, shows.
 */
const SERIAL = /"serial":"SIM(\d{5})"/;
const TIMESTAMP = /"timestamp":"([^"]+)"/;

export class Ledger {
  readonly #devices: number;
  #moment = 0;
  #device = 0;
  /** Different readings that arrived. */
  arrived = 0;
  /** Readings that arrived again, or after a later one. */
  repeated = 0;
  /** Readings that are missing between others. */
  missing = 0;

  /** @param devices with the serials SIM00001 to this number */
  constructor(devices: number) {
    this.#devices = devices;
  }

  /** @param payload of a `measurement` topic, in the order of arrival */
  add(payload: string): void {
    const device = Number(SERIAL.exec(payload)?.[1]);
    const moment = Date.parse(TIMESTAMP.exec(payload)?.[1] ?? '');
    if (Number.isNaN(device + moment)) throw new Error(`This is no reading: ${payload}`);
    if (moment < this.#moment || (moment === this.#moment && device <= this.#device)) {
      this.repeated += 1;
      return;
    }
    if (this.arrived > 0) this.missing += this.#between(moment, device);
    this.arrived += 1;
    this.#moment = moment;
    this.#device = device;
  }

  /** How many readings should have come between the last one and this; whole moments do not show here. */
  #between(moment: number, device: number): number {
    if (moment === this.#moment) return device - this.#device - 1;
    return this.#devices - this.#device + device - 1;
  }
}
