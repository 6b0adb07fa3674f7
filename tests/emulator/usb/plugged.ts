/** An instrument in the hands of a test: put in, pulled out, and followed through its restarts. */
import type { Faults } from '../faults.ts';
import type { ControlEvent, Misbehaviour } from './control.ts';
import { MisbehavingInstrument } from './models/misbehaving.ts';
import { type ProductOptions, playLines, playProduct } from './models/products.ts';
import { CdcPort } from './usbip/cdc-port.ts';
import type { UsbipServer } from './usbip/server.ts';
import { UsbDevice } from './usbip/usb-device.ts';
import { appeared, attach } from './vhci.ts';

/** How long an instrument that restarts is still there, so that its last answer arrives, and how long it is away. */
const GOING_MS = 50;
const AWAY_MS = 500;

export interface PluggedOptions {
  server: UsbipServer;
  instrument: ProductOptions;
  onEvent(event: ControlEvent['event']): void;
  /** It could not come back after a restart. */
  onError(error: unknown): void;
}

export class PluggedInstrument {
  readonly #options: PluggedOptions;
  readonly #played: ReturnType<typeof playProduct>;
  readonly #instrument: MisbehavingInstrument;
  /** Ends what waits: a restart, and the wait for the kernel. */
  readonly #pulled = new AbortController();
  #busId: string | null = null;
  #faults: Faults | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: PluggedOptions) {
    this.#options = options;
    this.#played = playProduct(options.instrument);
    this.#instrument = new MisbehavingInstrument(this.#played);
    this.#instrument.onRestart = () => this.#restart();
  }

  get asked(): readonly number[] {
    return this.#instrument.asked;
  }

  /** Whether it was unplugged, by the test or in flight. */
  get isUnplugged(): boolean {
    return this.#pulled.signal.aborted;
  }

  /** @returns the controller's port, when the kernel has the device. @throws Error when it cannot be had */
  async plugIn(): Promise<number> {
    const { server, instrument } = this.#options;
    const device = new UsbDevice(this.#instrument, this.#makePort());
    const exported = server.plug(device);
    device.onUnplug = () => {
      this.unplug();
      this.#options.onEvent('gone');
    };
    this.#busId = exported.busId;
    try {
      const attached = await attach(server.path, exported);
      await appeared(attached, instrument.serial, this.#pulled.signal);
      return attached.port;
    } catch (error) {
      server.unplug(exported.busId);
      throw error;
    }
  }

  /** For good; may be called twice. */
  unplug(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#pulled.abort(new Error('It was unplugged.'));
    this.#leave();
  }

  misbehave(how: Misbehaviour): void {
    this.#instrument.how = how;
    this.#damageLines();
  }

  #leave(): void {
    if (this.#busId) this.#options.server.unplug(this.#busId);
    this.#busId = null;
  }

  #makePort(): CdcPort | null {
    this.#faults = null;
    if (this.#played.descriptors.kind === 'vendor') return null;
    return new CdcPort((send) => {
      const line = playLines(this.#options.instrument, this.#played, send);
      this.#faults = line.faults;
      this.#damageLines();
      return line;
    });
  }

  /** What of a misbehaviour a line can show. */
  #damageLines(): void {
    if (!this.#faults) return;
    this.#faults.silent = this.#instrument.how === 'silence';
    this.#faults.wrongCrc = this.#instrument.how === 'wrong-check' ? Number.POSITIVE_INFINITY : 0;
  }

  #restart(): void {
    if (this.isUnplugged) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#leave();
      this.#timer = setTimeout(() => void this.#comeBack(), AWAY_MS);
    }, GOING_MS);
  }

  async #comeBack(): Promise<void> {
    try {
      await this.plugIn();
      this.#options.onEvent('restarted');
    } catch (error) {
      if (!this.isUnplugged) this.#options.onError(error);
    }
  }
}
