/** Which source owns each device. A device may be found through several sources; only its owner's readings count. */
import { isDeepStrictEqual } from 'node:util';
import type { ProtocolName } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import type { ProblemReport } from './problems.ts';
import {
  type DetachReason,
  type DeviceDescription,
  type DeviceKey,
  deviceKey,
  type Sample,
  type SampleSet,
} from './types.ts';

/** What a device is read through: a serial port, a plugged-in USB device, a gateway. */
export interface DeviceSource {
  /**
   * Sets the sampling period of a device, in milliseconds (100 to 60000). Resolves when the device accepted it, after
   * the claim was updated with the new period.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it.
   */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
  /**
   * Switches a device to another protocol. Resolves when the command was sent: the device restarts, disconnects soon
   * and reconnects with the new protocol. Left out by sources whose devices cannot switch.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it and continues as before;
   * `conflict` when it uses that protocol already or is already switching
   */
  setProtocol?(key: DeviceKey, protocol: ProtocolName): Promise<void>;
}

/** Receives each device once, whatever number of sources has it. Problems have one report per code and subject. */
export interface OwnershipListener {
  /** The device connected, or its description or its owner changed. */
  attached(description: DeviceDescription): void;
  /** @param owner of the device; its ID and description save building a key for every reading */
  readings(owner: Pick<Claim, 'id' | 'description'>, at: number, samples: readonly Sample[]): void;
  /** @param absent description of a device that is not connected */
  late(set: SampleSet, absent?: DeviceDescription): void;
  rejected(key: DeviceKey): void;
  detached(loss: DetachReason): void;
  raise(report: ProblemReport): void;
  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void;
}

/** Claims of one driver on one serial number: at least one, in the order of their arrival. */
export type Claims<Source extends DeviceSource = DeviceSource> = readonly [Claim<Source>, ...Claim<Source>[]];

/** The result of a policy for one serial number. */
export interface Decision<Source extends DeviceSource = DeviceSource> {
  readonly owner: Claim<Source>;
  /** The owner's description, completed by the other claims. */
  readonly description: DeviceDescription;
  /** Claims on another device with this serial number, which is not listed. All others are on the owner's device. */
  readonly duplicates: ReadonlyMap<Claim<Source>, ProblemReport>;
}

/** How the claims of one driver on a serial number are decided. */
export interface OwnershipPolicy<Source extends DeviceSource = DeviceSource> {
  /** @param former the previous owner, which may be gone */
  decide(claims: Claims<Source>, former: Claim | undefined): Decision<Source>;
  /**
   * Called for every reading of a claim, before it counts.
   * @returns the claims in their new order if they must be decided again
   */
  onReading?(claim: Claim<Source>, claims: Claims<Source>, owner: Claim): Claims<Source> | undefined;
  /** Completes a sample set of the owner. */
  complete?(owner: Claim<Source>, at: number, samples: readonly Sample[]): readonly Sample[];
}

function decideByOrder<Source extends DeviceSource>([owner]: Claims<Source>): Decision<Source> {
  return { owner, description: owner.description, duplicates: new Map() };
}

/** One source's claim on one device. After `release` it has no effect. */
export class Claim<Source extends DeviceSource = DeviceSource> {
  readonly driver: DeviceClaims<Source>;
  readonly source: Source;
  /** `deviceKey` of the device, which stays the same. */
  readonly id: string;
  description: DeviceDescription;
  /** When it last sent a reading, or when its policy began to wait for one; on the monotonic clock. */
  lastReadingAt = Number.NEGATIVE_INFINITY;
  /** The policy's note on whether it sends readings; undefined until the policy first decides on it. */
  isMeasuring: boolean | undefined;
  readonly #ownership: Ownership;

  constructor(ownership: Ownership, driver: DeviceClaims<Source>, source: Source, description: DeviceDescription) {
    this.#ownership = ownership;
    this.driver = driver;
    this.source = source;
    this.id = deviceKey(description);
    this.description = description;
  }

  get isOwner(): boolean {
    return this.#ownership.ownerOf(this.description) === this;
  }

  /** @param at time of arrival, in milliseconds since 1970 */
  readings(at: number, samples: readonly Sample[]): void {
    this.#ownership.readings(this, at, samples);
  }

  /** A past sample set that waited elsewhere, newer than every earlier one. Stored, never shown as current. */
  late(at: number, samples: readonly Sample[]): void {
    if (this.isOwner) this.#ownership.listener.late({ ...keyOf(this), at, samples });
  }

  /** A line or reply was invalid (wrong CRC, wrong form): counted, never shown. */
  rejected(): void {
    if (this.isOwner) this.#ownership.listener.rejected(keyOf(this));
  }

  /** @param reason why the device disconnected, as a sentence */
  release(reason: string): void {
    this.#ownership.release(this.id, (claim) => claim === this, reason);
  }
}

/** The claims of one driver, or of drivers that may find the same device. Also passes on their problems. */
export class DeviceClaims<Source extends DeviceSource = DeviceSource> {
  /** Short and stable, for problems. */
  readonly name: string;
  readonly policy: OwnershipPolicy<Source>;
  readonly #ownership: Ownership;
  #isOver = false;

  constructor(ownership: Ownership, name: string, policy: OwnershipPolicy<Source> = { decide: decideByOrder }) {
    this.#ownership = ownership;
    this.name = name;
    this.policy = policy;
  }

  /**
   * Claims a device when it is identified, and again when its description changed.
   * @param former the source's claim so far: updated, or released if it is on another device
   */
  claim(source: Source, description: DeviceDescription, former?: Claim<Source>): Claim<Source> {
    const isSame = former?.id === deviceKey(description);
    if (!isSame) former?.release('replaced by another device');
    const claim = isSame ? former : new Claim(this.#ownership, this, source, description);
    claim.description = description;
    if (!this.#isOver) this.#ownership.update(claim);
    return claim;
  }

  /** In the order of their arrival. */
  of(key: DeviceKey): readonly Claim<Source>[] {
    return claimsBy(this, this.#ownership.claimsOf(key));
  }

  all(): Claim<Source>[] {
    return this.#ownership.keys().flatMap((key) => this.of(key));
  }

  /** A late sample set of a device without any claim. */
  lateOf(absent: DeviceDescription, at: number, samples: readonly Sample[]): void {
    const { family, serial } = absent;
    if (!this.#ownership.ownerOf(absent)) this.#ownership.listener.late({ family, serial, at, samples }, absent);
  }

  /** The policy may decide otherwise than before. */
  review(): void {
    this.#ownership.review(this);
  }

  raise(report: ProblemReport): void {
    if (!this.#isOver) this.#ownership.listener.raise(report);
  }

  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void {
    this.#ownership.listener.clear(report);
  }

  /** Releases all claims at once, and ignores later claims and problems. */
  end(reason: string): void {
    this.#isOver = true;
    for (const key of this.#ownership.keys()) {
      this.#ownership.release(deviceKey(key), ({ driver }) => driver === this, reason);
    }
  }
}

interface ClaimedDevice {
  readonly claims: readonly Claim[];
  readonly decision: Decision;
}

/** The claims on every device, by family and serial number. */
export class Ownership {
  readonly listener: OwnershipListener;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #devices = new Map<string, ClaimedDevice>();

  constructor(listener: OwnershipListener, clock: Pick<Clock, 'monotonic'>) {
    this.listener = listener;
    this.#clock = clock;
  }

  /** @param policy decides which of the driver's sources owns a device; the first one by default */
  connect<Source extends DeviceSource>(name: string, policy?: OwnershipPolicy<Source>): DeviceClaims<Source> {
    return new DeviceClaims(this, name, policy);
  }

  ownerOf(key: DeviceKey): Claim | undefined {
    return this.#devices.get(deviceKey(key))?.decision.owner;
  }

  claimsOf(key: DeviceKey): readonly Claim[] {
    return this.#devices.get(deviceKey(key))?.claims ?? [];
  }

  keys(): DeviceKey[] {
    return [...this.#devices.values()].map(({ decision }) => decision.description);
  }

  /** Adds a claim, or applies its changed description. */
  update(claim: Claim): void {
    const claims = this.claimsOf(claim.description);
    this.#decide(claims.includes(claim) ? claims : [...claims, claim], claim.id, { updated: claim });
  }

  /** Removes the claims that are gone. */
  release(id: string, isGone: (claim: Claim) => boolean, reason: string): void {
    const claims = this.#devices.get(id)?.claims ?? [];
    const left = claims.filter((claim) => !isGone(claim));
    if (left.length < claims.length) this.#decide(left, id, { reason });
  }

  review(driver: DeviceClaims): void {
    for (const [id, { claims, decision }] of this.#devices) {
      if (decision.owner.driver === driver) this.#decide(claims, id, {});
    }
  }

  readings(claim: Claim, at: number, samples: readonly Sample[]): void {
    const { driver, id } = claim;
    let device = this.#devices.get(id);
    if (!device?.claims.includes(claim) || device.decision.owner.driver !== driver) return;
    claim.lastReadingAt = this.#clock.monotonic();
    const next = driver.policy.onReading?.(claim, claimsBy(driver, device.claims) as Claims, device.decision.owner);
    if (next) {
      this.#decide([...next, ...claimsOfOthers(driver, device.claims)], id, {});
      device = this.#devices.get(id);
    }
    if (device?.decision.owner !== claim) return;
    this.listener.readings(claim, at, driver.policy.complete?.(claim, at, samples) ?? samples);
  }

  #decide(claims: readonly Claim[], id: string, cause: { updated?: Claim; reason?: string }): void {
    const before = this.#devices.get(id)?.decision;
    const after = decide(claims, before?.owner);
    if (after) this.#devices.set(id, { claims, decision: after });
    else this.#devices.delete(id);
    const isOwnerRemoved = before !== undefined && !claims.includes(before.owner);
    const isReplaced = isOwnerRemoved && after !== undefined && before.duplicates.has(after.owner);
    this.#report(before, after, { ...cause, isReplaced });
  }

  /** A device with another owner gets another description; one that another device replaces is disconnected first. */
  #report(
    before: Decision | undefined,
    after: Decision | undefined,
    { updated, reason = '', isReplaced }: { updated?: Claim; reason?: string; isReplaced: boolean },
  ): void {
    const [former, current] = [problemsOf(before), problemsOf(after)];
    if (before && (!after || isReplaced)) this.listener.detached({ ...keyOf(before.owner), reason });
    for (const [subject, { code }] of former) if (!current.has(subject)) this.listener.clear({ code, subject });
    const isSame = before !== undefined && before.owner === after?.owner && updated !== before.owner;
    if (after && !(isSame && isDeepStrictEqual(before.description, after.description))) {
      this.listener.attached(after.description);
    }
    for (const [subject, report] of current) {
      if (!isDeepStrictEqual(former.get(subject), report)) this.listener.raise(report);
    }
  }
}

/** The driver that found a device first owns it while it has a claim; its policy decides among its claims. */
function decide(claims: readonly Claim[], former: Claim | undefined): Decision | undefined {
  const first = claims.find(({ driver }) => driver === former?.driver) ?? claims[0];
  if (!first) return undefined;
  const decision = first.driver.policy.decide(claimsBy(first.driver, claims) as Claims, former);
  const others = claimsOfOthers(first.driver, claims);
  if (others.length === 0) return decision;
  const waiting = others.map((claim) => [claim, foundTwice(first, claim)] as const);
  return { ...decision, duplicates: new Map([...decision.duplicates, ...waiting]) };
}

/** No copy if the driver has all claims, which is usual: called for every reading. */
function claimsBy<Source extends DeviceSource>(
  driver: DeviceClaims<Source>,
  claims: readonly Claim[],
): readonly Claim<Source>[] {
  const isOwn = (claim: Claim): claim is Claim<Source> => claim.driver === driver;
  return claims.every(isOwn) ? claims : claims.filter(isOwn);
}

function claimsOfOthers(driver: DeviceClaims, claims: readonly Claim[]): Claim[] {
  return claims.filter((claim) => claim.driver !== driver);
}

/** By subject: several claims of another driver are one problem. */
function problemsOf(decision: Decision | undefined): Map<string, ProblemReport> {
  return new Map(Array.from(decision?.duplicates.values() ?? [], (report) => [report.subject, report]));
}

function foundTwice({ driver: owner, description: { serial } }: Claim, { driver }: Claim): ProblemReport {
  return {
    code: 'duplicate-serial',
    subject: `${serial} (${driver.name})`,
    text: `Duplicate serial number ${serial}, found by ${owner.name} and ${driver.name}. The second device is not listed.`,
    remedy: 'Disconnect one of the devices.',
  };
}

function keyOf({ description: { family, serial } }: Claim): DeviceKey {
  return { family, serial };
}
