/** A computer's USB inside the process: carries virtual instruments to the driver as the real bus carries real ones. */
import {
  type ControlRequest,
  type PluggedDevice,
  type UsbBus,
  UsbError,
  type UsbFailure,
  type UsbIdentity,
  type UsbLink,
  type UsbListener,
} from '../../../../../service/drivers/usb/bus.ts';
import type { VirtualInstrument } from '../../../../emulator/usb/parts.ts';

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

function identityOf({ descriptors }: VirtualInstrument, bus: number, address: number): UsbIdentity {
  const { vendorId, productId, bcdDevice, manufacturer, product, serial, kind } = descriptors;
  return {
    connection: { bus, address, vendor_id: hex(vendorId), product_id: hex(productId) },
    firmware: { major: bcdDevice >> 8, minor: Number((bcdDevice & 0xff).toString(16)) },
    manufacturer,
    product,
    serial,
    protocol: kind === 'vendor' ? 'usb' : 'vcp',
  };
}

/** One plugging of an instrument. */
export class FakePlug implements PluggedDevice {
  readonly identity: UsbIdentity;
  readonly instrument: VirtualInstrument;
  /** What an attempt to open it comes to; undefined lets it open. */
  refuses: UsbFailure | 'never' | undefined;
  /** How long opening takes, in milliseconds. */
  opensAfterMs = 0;
  /** How long closing takes, in milliseconds. */
  closesAfterMs = 0;
  opens = 0;
  gone = false;
  link: FakeLink | undefined;
  readonly bus: FakeBus;

  constructor(bus: FakeBus, instrument: VirtualInstrument, address: number) {
    this.bus = bus;
    this.instrument = instrument;
    this.identity = identityOf(instrument, 3, address);
  }

  open(): Promise<UsbLink> {
    this.opens += 1;
    if (this.gone) return Promise.reject(new UsbError('unplugged', 'device disconnected'));
    if (this.refuses === 'never') return new Promise(() => {});
    if (this.refuses) return Promise.reject(new UsbError(this.refuses, `the system says ${this.refuses}`));
    if (this.link) return Promise.reject(new UsbError('busy', 'interface is busy'));
    const link = new FakeLink(this);
    this.link = link;
    this.bus.openLinks.add(link);
    if (this.opensAfterMs === 0) return Promise.resolve(link);
    return new Promise((resolve) => void setTimeout(() => resolve(link), this.opensAfterMs));
  }

  /** The cable is pulled: transfers fail at once, the bus tells of it when it gets to it. */
  pull(): void {
    if (this.gone) return;
    this.gone = true;
    this.link?.fail('unplugged');
    setTimeout(() => this.bus.tellDetached(this), this.bus.noticeMs);
  }
}

class FakeLink implements UsbLink {
  readonly #plug: FakePlug;
  #underWay: { reject: (error: UsbError) => void; timer: NodeJS.Timeout | undefined } | undefined;
  #closed = false;

  constructor(plug: FakePlug) {
    this.#plug = plug;
  }

  controlIn({ request, value, length }: ControlRequest, timeoutMs: number): Promise<Uint8Array> {
    const { bus, instrument, gone } = this.#plug;
    if (this.#closed || this.#underWay) bus.violations.push('a transfer on a link that is closed, or not free');
    if (gone) return Promise.reject(new UsbError('unplugged', 'device disconnected'));
    bus.commands.add(request);
    const answer = instrument.control({ requestType: 0xc0, request, value, index: 0, length });
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.#underWay = { reject, timer: undefined };
    const later = (ms: number, work: () => void): void => {
      if (this.#underWay) this.#underWay.timer = setTimeout(work, ms);
    };
    const timeOut = (): void => later(timeoutMs, () => this.fail('timeout'));
    if (answer.kind === 'silence') timeOut();
    if (answer.kind === 'stall') queueMicrotask(() => this.fail('stalled'));
    if (answer.kind === 'unplug') queueMicrotask(() => this.#plug.pull());
    if (answer.kind === 'data') {
      const done = (): void => {
        this.#underWay = undefined;
        resolve(answer.bytes.slice(0, length));
      };
      if ((answer.afterMs ?? 0) >= timeoutMs) timeOut();
      else if (answer.afterMs) later(answer.afterMs, done);
      else queueMicrotask(() => this.#underWay && done());
    }
    return promise;
  }

  fail(failure: UsbFailure): void {
    clearTimeout(this.#underWay?.timer);
    this.#underWay?.reject(new UsbError(failure, `the system says ${failure}`));
    this.#underWay = undefined;
  }

  close(): Promise<void> {
    this.#closed = true;
    this.fail('failed');
    this.#plug.link = undefined;
    this.#plug.bus.openLinks.delete(this);
    const { closesAfterMs } = this.#plug;
    if (closesAfterMs === 0) return Promise.resolve();
    return new Promise((resolve) => void setTimeout(resolve, closesAfterMs));
  }
}

export class FakeBus implements UsbBus {
  readonly plugs: FakePlug[] = [];
  /** Every command code that was ever sent. */
  readonly commands = new Set<number>();
  /** What the driver did that no link allows. */
  readonly violations: string[] = [];
  /** Links that are open now. */
  readonly openLinks = new Set<UsbLink>();
  /** How long after a cable was pulled the bus tells of it, in milliseconds. */
  noticeMs = 1;
  /** What `start` fails with. */
  missing: UsbError | undefined;
  /** Whom it tells. */
  listener: UsbListener | undefined;
  #address = 6;

  start(listener: UsbListener): Promise<void> {
    if (this.missing) return Promise.reject(this.missing);
    this.listener = listener;
    for (const plug of this.plugs) listener.attached(plug);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.listener = undefined;
    return Promise.resolve();
  }

  /** @param refuses what opening it comes to */
  plug(instrument: VirtualInstrument, refuses?: FakePlug['refuses']): FakePlug {
    this.#address += 1;
    const plug = new FakePlug(this, instrument, this.#address);
    plug.refuses = refuses;
    this.plugs.push(plug);
    instrument.onRestart = () => {
      plug.pull();
      this.plug(instrument);
    };
    this.listener?.attached(plug);
    return plug;
  }

  tellDetached(plug: FakePlug): void {
    const place = this.plugs.indexOf(plug);
    if (place !== -1) this.plugs.splice(place, 1);
    this.listener?.detached(plug);
  }
}
