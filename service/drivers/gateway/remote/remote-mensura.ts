/** One remote: a name under which a Mensura publishes. */
import type { Clock } from '../../../support/clock.ts';
import type { Installation } from './installation.ts';
import { DEVICES_PER_MESSAGE, MESSAGE_BUDGET } from './limits.ts';
import { RemoteClock } from './remote-clock.ts';
import { RemoteDevice } from './remote-device.ts';
import { TokenBucket } from './token-bucket.ts';

export class RemoteMensura {
  /** The first levels of its topics. */
  readonly prefix: string;
  readonly bucket: TokenBucket;
  readonly timeliness: RemoteClock;
  readonly devices = new Map<string, RemoteDevice>();
  /** Devices to show once the budget allows it. */
  readonly waiting = new Set<RemoteDevice>();
  /** Undefined if unknown. */
  isOnline: boolean | undefined;
  /** It reported that it is online; applied once the budget allows it. */
  isComing = false;
  installation: Installation | undefined;
  /** The connections on which the broker last sent `status` and `about`. */
  statusReceived = 0;
  aboutReceived = 0;

  constructor(prefix: string, clock: Clock) {
    this.prefix = prefix;
    this.bucket = new TokenBucket(clock, MESSAGE_BUDGET);
    this.timeliness = new RemoteClock(clock);
  }

  /** Whether nothing is known of it, so that it can be deleted. */
  get isEmpty(): boolean {
    return this.isOnline === undefined && !this.isComing && !this.installation && this.devices.size === 0;
  }

  /** Whether its devices are the shown ones of its installation. */
  get isActive(): boolean {
    return this.installation?.active === this;
  }

  /** Cost in messages when it connects, disconnects or changes its identity. */
  get changeCost(): number {
    return 1 + this.devices.size / DEVICES_PER_MESSAGE;
  }

  /** Adds an unknown device. */
  add(serial: string): RemoteDevice {
    const device = new RemoteDevice(serial);
    this.devices.set(serial, device);
    return device;
  }
}
