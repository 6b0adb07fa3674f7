import { isDeepStrictEqual } from 'node:util';
import { silenceLimit } from '../../../devices/device-state.ts';
import type { DeviceDescription, Sample } from '../../../devices/instrument.ts';
import { computedChannels } from '../../../devices/virtual-channels.ts';
import type { Clock } from '../../../support/clock.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { DriverEvents } from '../../driver.ts';
import type { Adapter, AdapterEvents, GatewayDevice, GatewayDeviceKey } from '../types.ts';
import { LatestReadingFilter } from './latest-reading-filter.ts';
import type { NodeNumbers } from './node-numbers.ts';

/** The part of an adapter that the index uses. */
export type ReportSource = Pick<Adapter, 'events'>;

export interface BookOptions {
  /** Receives one device per serial number. */
  events: Emitter<DriverEvents>;
  nodes: NodeNumbers;
  clock: Pick<Clock, 'monotonic' | 'now'>;
}

/** The adapter that owns a device, and its key there. */
export interface ActiveSource<Source> {
  source: Source;
  key: GatewayDeviceKey;
}

/** One serial number. */
interface Entry<Source> {
  claims: Claims<Source>;
  /** The description last emitted. */
  reported: DeviceDescription;
  /** The owner changed and has not sent a reading yet. */
  isTakeover: boolean;
  /** When the owner last sent a reading or became the owner, on the monotonic clock. */
  heardAt: number;
}

/**
 * Time without a reading after which another claim with readings takes over, in milliseconds: a broker may keep
 * reporting a stopped Mensura as online.
 */
export const TAKEOVER_AFTER_MS = 30_000;

/** The reason for a missing value that would otherwise still be that of the previous gateway. */
const NOT_GIVEN = 'not reported by the current gateway';

/** Merges the devices of all adapters into one device of the family `gateway` per serial number. */
export class GatewayDeviceIndex<Source extends ReportSource = Adapter> {
  readonly #options: BookOptions;
  readonly #entries = new Map<string, Entry<Source>>();
  readonly #newest: LatestReadingFilter<Source>;
  /** The last description of devices that are not connected. */
  readonly #absent = new WeakMap<GatewayDevice, DeviceDescription>();
  readonly #isThere = (gatewaySerial: string, serial: string): boolean =>
    this.#entries.get(serial)?.claims.some(({ seen }) => seen.gatewaySerial === gatewaySerial) ?? false;

  constructor(options: BookOptions) {
    this.#options = options;
    this.#newest = new LatestReadingFilter(options.clock);
  }

  /** The adapter that owns a serial number; undefined when no gateway has it. */
  activeSourceOf(serial: string): ActiveSource<Source> | undefined {
    const first = this.#entries.get(serial)?.claims[0];
    return first && { source: first.source, key: { gatewaySerial: first.seen.gatewaySerial, serial } };
  }

  /**
   * Listens to an adapter.
   * @returns ends that, and disconnects the adapter's remaining devices with the given reason
   */
  hear(source: Source): (reason: string) => void {
    const { events } = source;
    const endings = [
      events.on('seen', (seen) => this.#see(source, seen)),
      events.on('readings', (readings) => this.#read(source, readings)),
      events.on('late', (readings) => this.#readLate(source, readings)),
      events.on('rejected', (key) => this.#reject(source, key)),
      events.on('lost', (loss) => this.#lose(source, loss)),
    ];
    return (reason) => {
      for (const end of endings) end();
      this.#forget(source, reason);
    };
  }

  #see(source: Source, seen: GatewayDevice): void {
    const before = this.#entries.get(seen.serial);
    const claims = addReport(before?.claims ?? [], { source, seen });
    const isActiveSource = isActive(claims, source, seen.gatewaySerial);
    this.#tell(seen.serial, claims, isActiveSource, before?.isTakeover ?? false);
  }

  #lose(source: Source, { serial, gatewaySerial, reason }: AdapterEvents['lost']): void {
    const before = this.#entries.get(serial);
    if (!before) return;
    const claims = withoutClaim(before.claims, source, gatewaySerial);
    if (claims.length === 0) {
      this.#entries.delete(serial);
      this.#options.events.emit('detached', { family: 'gateway', serial, reason });
      return;
    }
    const isNewSource = isActive(before.claims, source, gatewaySerial);
    this.#tell(serial, claims, isNewSource, isNewSource || before.isTakeover);
  }

  /** Updates a device after a report of its owner, or a change of the other claims. */
  #tell(serial: string, claims: Claims<Source>, fromActiveSource: boolean, isTakeover: boolean): void {
    const [first] = claims;
    if (!first) return;
    const before = this.#entries.get(serial);
    const reported = before?.reported;
    const others = otherGateways(claims);
    const isSame = before && isActive(before.claims, first.source, first.seen.gatewaySerial);
    const heardAt = isSame ? before.heardAt : this.#options.clock.monotonic();
    if (reported && !fromActiveSource && isDeepStrictEqual(others, reported.alsoBehind ?? [])) {
      this.#entries.set(serial, { claims, reported, isTakeover, heardAt });
      return;
    }
    const description = this.#describe(first.seen, others);
    this.#entries.set(serial, { claims, reported: description, isTakeover, heardAt });
    this.#options.events.emit('attached', description);
  }

  #describe(seen: GatewayDevice, others: readonly string[]): DeviceDescription {
    const { gatewaySerial, node, connections, ...known } = seen;
    const node_id = node ?? this.#options.nodes.numberOf(gatewaySerial, seen.serial, this.#isThere);
    return {
      ...known,
      family: 'gateway',
      connections: { gateway: { gateway_serial: gatewaySerial, node_id }, ...connections },
      ...(others.length > 0 && { alsoBehind: others }),
    };
  }

  #read(source: Source, { gatewaySerial, serial, at, samples }: AdapterEvents['readings']): void {
    this.#replaceSilent(source, { gatewaySerial, serial });
    const entry = this.#entries.get(serial);
    if (!entry || !isActive(entry.claims, source, gatewaySerial)) return;
    entry.heardAt = this.#options.clock.monotonic();
    const whole = entry.isTakeover ? withMissing(entry.reported, samples) : samples;
    entry.isTakeover = false;
    this.#newest.note(source, { gatewaySerial, serial }, at);
    this.#options.events.emit('readings', { family: 'gateway', serial, at, samples: whole });
  }

  /** Accepts late readings of the owner, or of a device without claims; those delivered more than once only once. */
  #readLate(source: Source, { gatewaySerial, serial, at, samples, absent }: AdapterEvents['late']): void {
    const entry = this.#entries.get(serial);
    const counts = entry ? isActive(entry.claims, source, gatewaySerial) : absent !== undefined;
    const key = { gatewaySerial, serial };
    if (!counts || !this.#newest.isNews(source, key, at)) return;
    this.#newest.note(source, key, at);
    const moment = { family: 'gateway', serial, at, samples } as const;
    this.#options.events.emit('late', entry || !absent ? moment : { ...moment, absent: this.#describeAbsent(absent) });
  }

  /** Without a gateway connection, because a disconnected device gets no node number. */
  #describeAbsent(seen: GatewayDevice): DeviceDescription {
    const known = this.#absent.get(seen);
    if (known) return known;
    const { gatewaySerial: _gateway, node: _node, connections, ...facts } = seen;
    const description = { ...facts, family: 'gateway', connections: { gateway: null, ...connections } } as const;
    this.#absent.set(seen, description);
    return description;
  }

  /** A claim with readings takes over from an owner that has been silent for too long. */
  #replaceSilent(source: Source, { gatewaySerial, serial }: GatewayDeviceKey): void {
    const entry = this.#entries.get(serial);
    if (!entry || isActive(entry.claims, source, gatewaySerial)) return;
    const limit = Math.max(TAKEOVER_AFTER_MS, silenceLimit(entry.reported.periodMs));
    if (this.#options.clock.monotonic() - entry.heardAt <= limit) return;
    const claims = activate(entry.claims, source, gatewaySerial);
    if (claims !== entry.claims) this.#tell(serial, claims, true, true);
  }

  #reject(source: Source, { gatewaySerial, serial }: GatewayDeviceKey): void {
    const entry = this.#entries.get(serial);
    if (entry && isActive(entry.claims, source, gatewaySerial)) {
      this.#options.events.emit('rejected', { family: 'gateway', serial });
    }
  }

  #forget(source: Source, reason: string): void {
    for (const [serial, { claims }] of this.#entries) {
      for (const claim of claims) {
        if (claim.source === source) this.#lose(source, { serial, gatewaySerial: claim.seen.gatewaySerial, reason });
      }
    }
    this.#newest.forget(source);
  }
}

/** The samples, and null for every other channel that still has a value of the previous gateway. */
function withMissing({ product }: DeviceDescription, samples: readonly Sample[]): readonly Sample[] {
  const given = new Set([...samples.map(({ channel }) => channel), ...computedChannels(product)]);
  const missing = Object.keys(product.channels).filter((channel) => !given.has(channel));
  return [...samples, ...missing.map((channel) => ({ channel, magnitude: null, reason: NOT_GIVEN }))];
}

/** An adapter's report of a device behind one of its gateways. */
interface DeviceReport<Source> {
  readonly source: Source;
  readonly seen: GatewayDevice;
}

/** All claims to a serial number, in the order of their arrival: the first is the owner's. */
type Claims<Source> = readonly DeviceReport<Source>[];

function isOf<Source>(claim: DeviceReport<Source>, source: Source, gatewaySerial: string): boolean {
  return claim.source === source && claim.seen.gatewaySerial === gatewaySerial;
}

/** Appends a claim; a known one keeps its position. */
function addReport<Source>(claims: Claims<Source>, added: DeviceReport<Source>): Claims<Source> {
  const index = claims.findIndex((claim) => isOf(claim, added.source, added.seen.gatewaySerial));
  return index === -1 ? [...claims, added] : claims.with(index, added);
}

function withoutClaim<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): Claims<Source> {
  return claims.filter((claim) => !isOf(claim, source, gatewaySerial));
}

function isActive<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): boolean {
  const [first] = claims;
  return first !== undefined && isOf(first, source, gatewaySerial);
}

/** Moves a claim to the front and the previous owner's to the end; unchanged if there is no such claim. */
function activate<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): Claims<Source> {
  const next = claims.find((claim) => isOf(claim, source, gatewaySerial));
  const [former, ...others] = claims;
  if (!next || !former || next === former) return claims;
  return [next, ...others.filter((claim) => claim !== next), former];
}

/** The serial numbers of the other gateways with the device, in code-unit order. */
function otherGateways<Source>([first, ...others]: Claims<Source>): readonly string[] {
  const serials = new Set(others.map(({ seen }) => seen.gatewaySerial));
  if (first) serials.delete(first.seen.gatewaySerial);
  return [...serials].toSorted();
}
