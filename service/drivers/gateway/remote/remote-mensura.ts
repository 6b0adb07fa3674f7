/** One remote: a name under which a Mensura publishes, with what is known of it. */
import type { Clock } from '../../../support/clock.ts';
import type { Installation } from './installation.ts';
import { RemoteInstrument } from './instrument.ts';
import { INSTRUMENTS_PER_MESSAGE, MESSAGE_BUDGET } from './limits.ts';
import { RemoteClock } from './remote-clock.ts';
import { TokenBucket } from './token-bucket.ts';

export class RemoteMensura {
  /** The levels of its topics that come first. */
  readonly prefix: string;
  readonly bucket: TokenBucket;
  readonly timeliness: RemoteClock;
  readonly instruments = new Map<string, RemoteInstrument>();
  /** Those that may be shown once the bucket has room. */
  readonly waiting = new Set<RemoteInstrument>();
  /** Whether it is online; undefined where that is not known. */
  isOnline: boolean | undefined;
  /** It says that it is online, which counts once the bucket has room. */
  isComing = false;
  installation: Installation | undefined;
  /** The connections on which the broker last said `status` and `about`. */
  statusHeard = 0;
  aboutHeard = 0;

  constructor(prefix: string, clock: Clock) {
    this.prefix = prefix;
    this.bucket = new TokenBucket(clock, MESSAGE_BUDGET);
    this.timeliness = new RemoteClock(clock);
  }

  /** Whether nothing is known of it, so that it can be forgotten. */
  get isEmpty(): boolean {
    return this.isOnline === undefined && !this.isComing && !this.installation && this.instruments.size === 0;
  }

  /** Whether its instruments are those that are shown of its installation. */
  get isActive(): boolean {
    return this.installation?.active === this;
  }

  /** What it costs in messages that it comes, goes or turns out to be another. */
  get changeCost(): number {
    return 1 + this.instruments.size / INSTRUMENTS_PER_MESSAGE;
  }

  /** Makes an instrument that is not known yet. */
  add(serial: string): RemoteInstrument {
    const instrument = new RemoteInstrument(serial);
    this.instruments.set(serial, instrument);
    return instrument;
  }
}
