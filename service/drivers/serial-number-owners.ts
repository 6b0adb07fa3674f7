import type { DeviceDescription, DeviceKey, Sample } from '../devices/instrument.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { Emitter } from '../support/emitter.ts';
import type { DriverEvents } from './driver.ts';

/** Anything with a device: a serial port, a plugged-in USB device. */
export interface SerialNumberOwner {
  /** As in a sentence: `/dev/ttyACM0`. Unique. */
  readonly where: string;
}

interface Claim<Who> {
  owner: Who;
  description: DeviceDescription;
}

/**
 * The owner of each serial number. The first claimant is the owner; others wait, unlisted and with a problem, and take
 * over when the owner is gone.
 */
export class SerialNumberOwners<Who extends SerialNumberOwner> {
  readonly #events: Emitter<DriverEvents>;
  /** By serial number, the owner first. */
  readonly #claims = new Map<string, Claim<Who>[]>();

  constructor(events: Emitter<DriverEvents>) {
    this.#events = events;
  }

  /** The description of a claimant's device; undefined when it has none. */
  descriptionOf(owner: Who): DeviceDescription | undefined {
    for (const claims of this.#claims.values()) {
      const claim = claims.find((candidate) => candidate.owner === owner);
      if (claim) return claim.description;
    }
    return undefined;
  }

  speaker(serial: string): Who | undefined {
    return this.#claims.get(serial)?.[0]?.owner;
  }

  /** Adds or updates a claimant's device. A previous device with another number is disconnected. */
  attach(owner: Who, description: DeviceDescription): void {
    const before = this.descriptionOf(owner);
    if (before && before.serial !== description.serial) this.detach(owner, 'replaced by another device');
    const claims = this.#claims.get(description.serial) ?? [];
    this.#claims.set(description.serial, claims);
    const known = claims.find((claim) => claim.owner === owner);
    if (known) known.description = description;
    else claims.push({ owner, description });
    if (claims[0]?.owner === owner) this.#events.emit('attached', description);
    else this.#reportDuplicates(claims);
  }

  readings(owner: Who, at: number, samples: readonly Sample[]): void {
    const key = this.#spokenKey(owner);
    if (key) this.#events.emit('readings', { ...key, at, samples });
  }

  rejected(owner: Who): void {
    const key = this.#spokenKey(owner);
    if (key) this.#events.emit('rejected', key);
  }

  /** Disconnects the claimant's device, if any; the next claimant takes over. */
  detach(owner: Who, reason: string): void {
    const description = this.descriptionOf(owner);
    if (!description) return;
    const { family, serial } = description;
    const claims = this.#claims.get(serial) ?? [];
    const place = claims.findIndex((claim) => claim.owner === owner);
    claims.splice(place, 1);
    if (claims.length === 0) this.#claims.delete(serial);
    if (place > 0) {
      this.#events.emit('cleared', { code: 'duplicate-serial', subject: duplicateSubject(serial, owner) });
      return;
    }
    this.#events.emit('detached', { family, serial, reason });
    const next = claims[0];
    if (!next) return;
    this.#events.emit('cleared', { code: 'duplicate-serial', subject: duplicateSubject(serial, next.owner) });
    this.#events.emit('attached', next.description);
    this.#reportDuplicates(claims);
  }

  #spokenKey(owner: Who): DeviceKey | undefined {
    const description = this.descriptionOf(owner);
    if (!description || this.speaker(description.serial) !== owner) return undefined;
    return { family: description.family, serial: description.serial };
  }

  #reportDuplicates(claims: readonly Claim<Who>[]): void {
    const [first, ...others] = claims;
    if (!first) return;
    const { serial } = first.description;
    for (const { owner } of others) {
      this.#events.emit('problem', duplicateProblem(serial, first.owner.where, owner.where));
    }
  }
}

/** The second of two devices with one serial number is not listed. */
export function duplicateProblem(serial: string, first: string, second: string): ProblemReport {
  return {
    code: 'duplicate-serial',
    subject: duplicateSubject(serial, { where: second }),
    text: `Duplicate serial number ${serial} on ${first} and ${second}. The second device is not listed.`,
    remedy: 'Disconnect one of the devices.',
  };
}

function duplicateSubject(serial: string, { where }: SerialNumberOwner): string {
  return `${serial} on ${where}`;
}
