import type { DeviceSource } from './device-source.ts';
import { type DeviceDescription, type DeviceKey, keyText } from './instrument.ts';
import type { ProblemReport } from './problems.ts';

/** A source that has an instrument, and what it last said of it. */
export interface Claim {
  source: DeviceSource;
  description: DeviceDescription;
}

/** Which sources have which device: the first speaks for it, the others wait, unlisted, until those before are gone. */
export class Claims {
  readonly #byId = new Map<string, Claim[]>();

  /** Who has a device, the one that speaks first. Not to be changed. */
  of(key: DeviceKey): readonly Claim[] {
    return this.#byId.get(keyText(key)) ?? [];
  }

  /** The source that speaks for a device. @param id the device's key as text */
  owner(id: string): DeviceSource | undefined {
    return this.#byId.get(id)?.[0]?.source;
  }

  /** A source has an instrument, or says something new of it. */
  take(source: DeviceSource, description: DeviceDescription): void {
    const id = keyText(description);
    const claims = this.#byId.get(id) ?? [];
    this.#byId.set(id, claims);
    const known = claims.find((claim) => claim.source === source);
    if (known) known.description = description;
    else claims.push({ source, description });
  }

  /** A source has an instrument no more. @returns what it had, and whether it spoke; undefined where it had none */
  release(source: DeviceSource, key: DeviceKey): { claim: Claim; spoke: boolean } | undefined {
    const id = keyText(key);
    const claims = this.#byId.get(id) ?? [];
    const place = claims.findIndex((claim) => claim.source === source);
    const [claim] = place === -1 ? [] : claims.splice(place, 1);
    if (claims.length === 0) this.#byId.delete(id);
    return claim && { claim, spoke: place === 0 };
  }

  /** Every instrument of a source. */
  keysOf(source: DeviceSource): DeviceKey[] {
    const claims = [...this.#byId.values()].flat();
    return claims.filter((claim) => claim.source === source).map(({ description }) => description);
  }
}

/** The problems of those that wait: one for each, naming who speaks. */
export function duplicateProblems([owner, ...others]: readonly Claim[]): ProblemReport[] {
  if (!owner) return [];
  const { serial } = owner.description;
  return others.map((claim) => ({
    ...duplicateOf(claim),
    text: `Duplicate serial number ${serial}, found by ${owner.source.name} and ${claim.source.name}. The second device is not listed.`,
    remedy: 'Disconnect one of the devices.',
  }));
}

/** What tells the problem of one that waits from others. */
export function duplicateOf({ source, description }: Claim): Pick<ProblemReport, 'code' | 'subject'> {
  return { code: 'duplicate-serial', subject: `${description.serial} (${source.name})` };
}
