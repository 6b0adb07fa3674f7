/**
 * Accounts for millions of readings in little memory. Simulated devices are sampled together, in the order of their
 * serial numbers, which reveals readings that are missing within a sample set or out of order.
 */
const SERIAL = /"serial":"SIM(\d{5})"/;
const TIMESTAMP = /"timestamp":"([^"]+)"/;

export class Ledger {
  readonly #devices: number;
  #moment = 0;
  #device = 0;
  /** Different readings that arrived. */
  arrived = 0;
  /** Readings that arrived twice, or after a later one. */
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

  /** Number of readings missing since the last one, without whole sample sets. */
  #between(moment: number, device: number): number {
    if (moment === this.#moment) return device - this.#device - 1;
    return this.#devices - this.#device + device - 1;
  }
}
