import { silenceLimit } from '../../../devices/device-state.ts';
import type {
  Claim,
  Claims,
  Decision,
  DeviceClaims,
  DeviceSource,
  OwnershipPolicy,
} from '../../../devices/ownership.ts';
import type { Registry } from '../../../devices/registry.ts';
import type { DeviceDescription, DeviceKey, Sample } from '../../../devices/types.ts';
import { computedChannels } from '../../../devices/virtual-channels.ts';
import type { Clock } from '../../../support/clock.ts';
import { MensuraError } from '../../../support/errors.ts';
import type { Adapter, AdapterEvents, GatewayDevice, GatewayDeviceKey } from '../types.ts';
import type { NodeNumbers } from './node-numbers.ts';

/** The part of an adapter that its claims use. */
type ReportingAdapter = Pick<Adapter, 'events' | 'setPeriod'>;

/** Number of serial numbers in memory; the oldest are discarded. */
const MAX_REMEMBERED = 50_000;

/** Its source, and its time in milliseconds since 1970. */
interface NewestReading {
  /** Undefined once the source is gone. */
  source: ReportingAdapter | undefined;
  gatewaySerial: string;
  at: number;
}

/**
 * Removes duplicate late readings, which several entries and gateways may each deliver completely. Each source keeps
 * its own readings in order; another source's reading counts only if it is newer than all before.
 */
class LatestReadingFilter {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #newest = new Map<string, NewestReading>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Records an accepted reading. A future timestamp counts as now: a clock that is ahead must not block other sources.
   */
  note(source: ReportingAdapter, { gatewaySerial, serial }: GatewayDeviceKey, stamp: number): void {
    const at = Math.min(stamp, this.#clock.now());
    const known = this.#newest.get(serial);
    if (known) {
      known.source = source;
      known.gatewaySerial = gatewaySerial;
      known.at = Math.max(known.at, at);
      return;
    }
    this.#newest.set(serial, { source, gatewaySerial, at });
    const [oldest] = this.#newest.keys();
    if (oldest !== undefined && this.#newest.size > MAX_REMEMBERED) this.#newest.delete(oldest);
  }

  /** Whether no other source delivered this late reading. */
  isNews(source: ReportingAdapter, { gatewaySerial, serial }: GatewayDeviceKey, at: number): boolean {
    const known = this.#newest.get(serial);
    return !known || (known.source === source && known.gatewaySerial === gatewaySerial) || at > known.at;
  }

  /** Removes a source; its readings still count as delivered. */
  remove(source: ReportingAdapter): void {
    for (const newest of this.#newest.values()) if (newest.source === source) newest.source = undefined;
  }
}

/**
 * Time without a reading after which another claim with readings takes over, in milliseconds: a broker may keep
 * reporting a stopped Mensura as online.
 */
export const TAKEOVER_AFTER_MS = 30_000;

/** The reason for a missing value that would otherwise still be that of the previous gateway. */
const NOT_GIVEN = 'not reported by the current gateway';

/** A device behind one gateway of an adapter. */
class GatewaySource implements DeviceSource {
  readonly adapter: ReportingAdapter;
  seen: GatewayDevice;

  constructor(adapter: ReportingAdapter, seen: GatewayDevice) {
    this.adapter = adapter;
    this.seen = seen;
  }

  /** @throws MensuraError `conflict` if only the gateway can set the period; what the adapter threw */
  async setPeriod({ serial }: DeviceKey, periodMs: number): Promise<void> {
    const { gatewaySerial } = this.seen;
    if (!this.adapter.setPeriod) {
      const text = `Cannot set the sampling period of ${serial} through its gateway, ${gatewaySerial}`;
      throw new MensuraError(
        'conflict',
        `${text}. Set it where the device is connected. For a SensGate, set its sampling period on the Gateways page.`,
      );
    }
    await this.adapter.setPeriod({ gatewaySerial, serial }, periodMs);
  }
}

type GatewayClaim = Claim<GatewaySource>;

export interface GatewayOwnershipOptions {
  registry: Pick<Registry, 'connect'>;
  nodes: Pick<NodeNumbers, 'numberOf'>;
  clock: Pick<Clock, 'monotonic' | 'now'>;
}

/**
 * Claims the devices of all adapters, each as one device of the family `gateway`. The first gateway with a device owns
 * it, until it is silent for too long and another one is not.
 */
export class GatewayOwnership implements OwnershipPolicy<GatewaySource> {
  readonly devices: DeviceClaims<GatewaySource>;
  readonly #options: GatewayOwnershipOptions;
  readonly #newest: LatestReadingFilter;
  /** The last description of devices that are not connected. */
  readonly #absent = new WeakMap<GatewayDevice, DeviceDescription>();

  constructor(options: GatewayOwnershipOptions) {
    this.#options = options;
    this.#newest = new LatestReadingFilter(options.clock);
    this.devices = options.registry.connect('gateway', this);
  }

  /**
   * Listens to an adapter.
   * @returns ends that, and disconnects the adapter's remaining devices with the given reason
   */
  listen(adapter: ReportingAdapter): (reason: string) => void {
    const { events } = adapter;
    const endings = [
      events.on('seen', (seen) => this.#claim(adapter, seen)),
      events.on('readings', ({ at, samples, ...key }) => this.#claimOf(adapter, key)?.readings(at, samples)),
      events.on('late', (late) => this.#passLate(adapter, late)),
      events.on('rejected', (key) => this.#claimOf(adapter, key)?.rejected()),
      events.on('lost', ({ reason, ...key }) => this.#claimOf(adapter, key)?.release(reason)),
    ];
    return (reason) => {
      for (const end of endings) end();
      for (const claim of this.devices.all()) if (claim.source.adapter === adapter) claim.release(reason);
      this.#newest.remove(adapter);
    };
  }

  decide(claims: Claims<GatewaySource>, former: Claim | undefined): Decision<GatewaySource> {
    const [owner] = claims;
    if (owner !== former) {
      owner.lastReadingAt = this.#options.clock.monotonic();
      owner.isMeasuring = former === undefined;
    }
    return { owner, description: this.#describe(owner, otherGateways(claims)), duplicates: new Map() };
  }

  /** A claim with readings takes over from an owner that has been silent for too long, which moves to the end. */
  onReading(claim: GatewayClaim, claims: Claims<GatewaySource>, owner: Claim): Claims<GatewaySource> | undefined {
    if (claim === owner) return undefined;
    const limit = Math.max(TAKEOVER_AFTER_MS, silenceLimit(owner.description.periodMs));
    if (this.#options.clock.monotonic() - owner.lastReadingAt <= limit) return undefined;
    const [former, ...others] = claims;
    return [claim, ...others.filter((other) => other !== claim), former];
  }

  /** The first sample set after a takeover has null for every channel with a value of the previous gateway. */
  complete(owner: GatewayClaim, at: number, samples: readonly Sample[]): readonly Sample[] {
    this.#newest.note(owner.source.adapter, owner.source.seen, at);
    const whole = owner.isMeasuring ? samples : withMissing(owner.description, samples);
    owner.isMeasuring = true;
    return whole;
  }

  #claimOf(adapter: ReportingAdapter, { gatewaySerial, serial }: GatewayDeviceKey): GatewayClaim | undefined {
    return this.devices
      .of({ family: 'gateway', serial })
      .find(({ source }) => source.adapter === adapter && source.seen.gatewaySerial === gatewaySerial);
  }

  #claim(adapter: ReportingAdapter, seen: GatewayDevice): void {
    const former = this.#claimOf(adapter, seen);
    const source = former?.source ?? new GatewaySource(adapter, seen);
    source.seen = seen;
    this.devices.claim(source, withoutGateway(seen), former);
  }

  /** Accepts late readings of the owner, or of a device without claims; those delivered more than once only once. */
  #passLate(adapter: ReportingAdapter, { gatewaySerial, serial, at, samples, absent }: AdapterEvents['late']): void {
    const key = { gatewaySerial, serial };
    const isClaimed = this.devices.of({ family: 'gateway', serial }).length > 0;
    const claim = this.#claimOf(adapter, key);
    const counts = isClaimed ? claim?.isOwner : absent !== undefined;
    if (!counts || !this.#newest.isNews(adapter, key, at)) return;
    this.#newest.note(adapter, key, at);
    if (claim) claim.late(at, samples);
    else if (absent) this.devices.lateOf(this.#describeAbsent(absent), at, samples);
  }

  #describe({ source: { seen }, description }: GatewayClaim, others: readonly string[]): DeviceDescription {
    const { gatewaySerial, serial } = seen;
    const node_id = seen.node ?? this.#options.nodes.numberOf(gatewaySerial, serial, this.#isInUse);
    return {
      ...description,
      connections: { ...description.connections, gateway: { gateway_serial: gatewaySerial, node_id } },
      ...(others.length > 0 && { alsoBehind: others }),
    };
  }

  readonly #isInUse = (gatewaySerial: string, serial: string): boolean =>
    this.devices.of({ family: 'gateway', serial }).some(({ source }) => source.seen.gatewaySerial === gatewaySerial);

  /** Without a gateway connection, because a disconnected device gets no node number. */
  #describeAbsent(seen: GatewayDevice): DeviceDescription {
    const description = this.#absent.get(seen) ?? withoutGateway(seen);
    this.#absent.set(seen, description);
    return description;
  }
}

function withoutGateway({
  gatewaySerial: _gateway,
  node: _node,
  connections,
  ...facts
}: GatewayDevice): DeviceDescription {
  return { ...facts, family: 'gateway', connections: { gateway: null, ...connections } };
}

/** The samples, and null for every other channel that still has a value of the previous gateway. */
function withMissing({ product }: DeviceDescription, samples: readonly Sample[]): readonly Sample[] {
  const given = new Set([...samples.map(({ channel }) => channel), ...computedChannels(product)]);
  const missing = Object.keys(product.channels).filter((channel) => !given.has(channel));
  return [...samples, ...missing.map((channel) => ({ channel, magnitude: null, reason: NOT_GIVEN }))];
}

/** The serial numbers of the other gateways with the device, in code-unit order. */
function otherGateways(claims: readonly GatewayClaim[]): readonly string[] {
  const [owner, ...others] = claims.map(({ source }) => source.seen.gatewaySerial);
  return [...new Set(others)].filter((serial) => serial !== owner).toSorted();
}
