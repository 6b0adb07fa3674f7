import { protocolsOf } from '../../../devices/catalogue.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { Logger } from '../../../support/logger.ts';
import type { LineColumn } from '../../protocol/line.ts';
import { createLayout, type SerialLayout } from '../../protocol/serial-layout.ts';
import type { AdapterEvents, GatewayDevice } from '../types.ts';
import { MAX_DEVICES } from './options.ts';
import type { ParsedResponse, ReadDevice } from './parse-response.ts';

/** Responses in a row without a device before it is disconnected: one that is left out once may be busy. */
const MISSING_RESPONSES = 3;

export interface SensgateDevicesOptions {
  events: Emitter<AdapterEvents>;
  logger: Logger;
  /** The polling period, in milliseconds. */
  periodMs: number;
  /** Identifies the gateway until a response contains its serial number. */
  address: string;
}

interface Member {
  product: string;
  columns: readonly LineColumn[];
  layout: SerialLayout;
  node: number | undefined;
  /** Valid responses in a row without it. */
  missing: number;
}

export class SensgateDevices {
  readonly #options: SensgateDevicesOptions;
  readonly #members = new Map<string, Member>();
  #gatewaySerial: string;
  #isOver = false;
  #reportedFull = false;

  constructor(options: SensgateDevicesOptions) {
    this.#options = options;
    this.#gatewaySerial = options.address;
  }

  get gatewaySerial(): string {
    return this.#gatewaySerial;
  }

  get size(): number {
    return this.#members.size;
  }

  /**
   * Applies a response. Lines have no time, and a constant reading looks like a repeated one: each response is a sample
   * set, even if a line is unchanged.
   * @param at time of arrival, in milliseconds since 1970
   */
  take(answer: ParsedResponse, at: number): void {
    this.#meet(answer.gatewaySerial);
    const there = new Set<string>();
    for (const read of answer.devices) {
      // A listener may have ended everything.
      if (this.#isOver) return;
      there.add(read.serial);
      this.#takeDevice(read, at);
    }
    for (const [serial, member] of this.#members) {
      if (there.has(serial)) member.missing = 0;
      // Its line was damaged: it is connected, without a reading.
      else if (answer.broken.has(serial)) this.#emit('rejected', serial, {});
      else this.#miss(serial, member);
    }
  }

  /** @param reason as a sentence */
  removeAll(reason: string): void {
    for (const serial of this.#members.keys()) this.#remove(serial, reason);
  }

  /** Disconnects all devices and emits nothing more. */
  end(reason: string): void {
    this.removeAll(reason);
    this.#isOver = true;
  }

  /** Another serial number is another gateway. A response without one is of the same gateway as before. */
  #meet(gatewaySerial: string | undefined): void {
    if (gatewaySerial === undefined || gatewaySerial === this.#gatewaySerial) return;
    this.removeAll(`the gateway at ${this.#options.address} now identifies as ${gatewaySerial}`);
    this.#gatewaySerial = gatewaySerial;
  }

  #takeDevice(read: ReadDevice, at: number): void {
    const member = this.#memberOf(read);
    if (!member) return;
    const samples = member.layout.read(read.fields);
    if (samples) this.#emit('readings', read.serial, { at, samples });
    else this.#emit('rejected', read.serial, {});
  }

  /** @returns undefined when there are too many */
  #memberOf(read: ReadDevice): Member | undefined {
    const { serial, product } = read;
    const before = this.#members.get(serial);
    if (!before && this.#members.size >= MAX_DEVICES) return this.#refuse();
    const columns = columnsOf(read, before);
    // A number that a response leaves out is still valid.
    const node = read.node ?? before?.node;
    const isSame = before?.product === product && before.columns === columns;
    if (isSame && before.node === node) return before;
    const layout = isSame ? before.layout : createLayout({ product, columns, manufacturer: '' });
    const member = { product, columns, layout, node, missing: 0 };
    this.#members.set(serial, member);
    this.#emit('seen', serial, this.#describe(member));
    return member;
  }

  #describe({ product, layout, node }: Member): Omit<GatewayDevice, 'gatewaySerial' | 'serial'> {
    return {
      node,
      product: layout.product,
      vendor: layout.vendor,
      productName: product,
      labels: layout.labels,
      ...(layout.unclear.length > 0 && { unclear: layout.unclear }),
      // The lines contain no firmware version.
      firmware: { major: 0, minor: 0 },
      connections: { usb: null, vcp: null },
      protocols: protocolsOf(product),
      protocol: null,
      periodMs: this.#options.periodMs,
      simulated: false,
    };
  }

  #refuse(): undefined {
    if (this.#reportedFull) return;
    this.#reportedFull = true;
    const { logger, address } = this.#options;
    logger.warn(`more than ${MAX_DEVICES} devices at ${address}; the rest are ignored`);
  }

  #miss(serial: string, member: Member): void {
    member.missing += 1;
    if (member.missing >= MISSING_RESPONSES) this.#remove(serial, 'no longer listed by the gateway');
  }

  #remove(serial: string, reason: string): void {
    if (this.#members.delete(serial)) this.#emit('lost', serial, { reason });
  }

  #emit<Name extends 'seen' | 'readings' | 'rejected' | 'lost'>(
    name: Name,
    serial: string,
    rest: Omit<AdapterEvents[Name], 'gatewaySerial' | 'serial'>,
  ): void {
    if (this.#isOver) return;
    const payload = { gatewaySerial: this.#gatewaySerial, serial, ...rest } as AdapterEvents[Name];
    this.#options.events.emit(name, payload);
  }
}

/** Keeps the previous columns if they match the line: a header that is missing once removes no title. */
function columnsOf({ product, columns }: ReadDevice, before: Member | undefined): readonly LineColumn[] {
  if (before?.product !== product || before.columns.length !== columns.length) return columns;
  const goes = columns.every(({ title, unit }, index) => {
    const known = before.columns[index];
    return unit === known?.unit && (title === '' || title === known.title);
  });
  return goes ? before.columns : columns;
}
