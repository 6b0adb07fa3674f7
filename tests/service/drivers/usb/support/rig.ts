import { onTestFinished, vi } from 'vitest';
import type { UsbDriverOptions } from '../../../../../service/drivers/usb/options.ts';
import { UsbDriver } from '../../../../../service/drivers/usb/usb-driver.ts';
import { UsbOwnership, type UsbPresence } from '../../../../../service/drivers/usb-ownership.ts';
import { systemClock } from '../../../../../service/support/clock.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { DriverRecord } from '../../driver-record.ts';
import { FakeBus } from './fake-bus.ts';

/** When the fake clock of every test begins. */
export const BEGIN = Date.UTC(2026, 10, 21, 9, 0, 0);

/** A driver on a fake bus and a fake clock, and everything it said. At the end of the test it is stopped, and checked. */
export class Rig extends DriverRecord {
  readonly bus = new FakeBus();
  readonly driver: UsbDriver;
  /** Set periods by serial number. */
  readonly periods = new Map<string, number>();
  /** What was reported of devices in VCP mode. */
  readonly vcpDevices: (readonly UsbPresence[])[] = [];
  #over = false;

  constructor(options: Partial<UsbDriverOptions> = {}) {
    super();
    vi.useFakeTimers({ now: BEGIN, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    this.driver = new UsbDriver({
      bus: this.bus,
      devices: this.bench.ownership.connect('usb', new UsbOwnership(systemClock)),
      onVcpDevices: (devices) => this.vcpDevices.push(devices),
      clock: systemClock,
      logger: silentLogger,
      periodOf: ({ serial }) => this.periods.get(serial),
      udevRule: '/opt/mensura/70-mensura.rules',
      ...options,
    });
    onTestFinished(() => this.end());
  }

  /** Lets time pass, with everything that happens in it. */
  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
  }

  /** Stops the driver, and sees that nothing is left of it. May be called before the end of the test too. */
  async end(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const stopping = this.driver.stop();
    await this.pass(20_000);
    await stopping;
    const left = { timers: vi.getTimerCount(), links: this.bus.openLinks.size, attached: this.attached() };
    vi.useRealTimers();
    if (left.timers + left.links + left.attached.length > 0) throw new Error(`Left over: ${JSON.stringify(left)}`);
    if (this.bus.violations.length > 0) throw new Error(this.bus.violations.join('; '));
  }

  /** What a moment gave: label and magnitude, or the reason. */
  values(place = -1): Record<string, number | string> {
    const { samples = [] } = this.of('readings').at(place) ?? {};
    return Object.fromEntries(samples.map(({ channel, magnitude, reason }) => [channel, magnitude ?? `${reason}`]));
  }
}
