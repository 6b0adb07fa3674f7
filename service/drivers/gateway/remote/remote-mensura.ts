/** One remote: a name under which a Mensura publishes. */
import type { Clock } from '../../../support/clock.ts';
import { DEVICES_PER_MESSAGE, MESSAGE_BUDGET, PATIENCE_MS } from './limits.ts';
import { RemoteClock } from './remote-clock.ts';
import type { RemoteDevice } from './remote-device.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * It may publish under several names: a renamed client, or two clients at one broker. The devices of one name are
 * shown: of the first one online.
 */
export class Installation {
  /** `MS...`: the serial number of the gateway. */
  readonly id: string;
  readonly remotes = new Set<RemoteMensura>();
  /** The name with the shown devices; undefined while none is online. */
  active: RemoteMensura | undefined;
  /** The previously active name: readings that came under it are not accepted again. */
  last: RemoteMensura | undefined;
  former: RemoteMensura | undefined;
  /** Number of shown devices. */
  shown = 0;
  /** Whether it is this installation, which ignores itself. */
  readonly isOwn: boolean;

  constructor(id: string, isOwn: boolean) {
    this.id = id;
    this.isOwn = isOwn;
  }

  /** The remote that should be active now. */
  choose(): RemoteMensura | undefined {
    if (this.isOwn) return undefined;
    if (this.active?.isOnline && this.remotes.has(this.active)) return this.active;
    return [...this.remotes].find(({ isOnline }) => isOnline);
  }
}

export class RemoteMensura {
  /** The first levels of its topics. */
  readonly prefix: string;
  readonly bucket: TokenBucket;
  /** Milliseconds for which its late readings may slow the connection. */
  readonly patience: TokenBucket;
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
    this.patience = new TokenBucket(clock, PATIENCE_MS);
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
}
