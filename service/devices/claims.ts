import type { DeviceSource } from './device-source.ts';
import { type DeviceDescription, type DeviceKey, keyText } from './instrument.ts';
import type { ProblemReport } from './problems.ts';

export interface Claim {
  source: DeviceSource;
  description: DeviceDescription;
}

/** The claims on each device. The first one owns it; the others are unlisted and wait in order. */
export class Claims {
  readonly #byId = new Map<string, Claim[]>();

  /** The claims on a device, its owner's first. Read-only. */
  of(key: DeviceKey): readonly Claim[] {
    return this.#byId.get(keyText(key)) ?? [];
  }

  /** @param id the device's key as text */
  owner(id: string): DeviceSource | undefined {
    return this.#byId.get(id)?.[0]?.source;
  }

  /** Adds a claim or updates its description. */
  take(source: DeviceSource, description: DeviceDescription): void {
    const id = keyText(description);
    const claims = this.#byId.get(id) ?? [];
    this.#byId.set(id, claims);
    const known = claims.find((claim) => claim.source === source);
    if (known) known.description = description;
    else claims.push({ source, description });
  }

  /** @returns the released claim, and whether it owned the device; undefined if there was none */
  release(source: DeviceSource, key: DeviceKey): { claim: Claim; spoke: boolean } | undefined {
    const id = keyText(key);
    const claims = this.#byId.get(id) ?? [];
    const place = claims.findIndex((claim) => claim.source === source);
    const [claim] = place === -1 ? [] : claims.splice(place, 1);
    if (claims.length === 0) this.#byId.delete(id);
    return claim && { claim, spoke: place === 0 };
  }

  keysOf(source: DeviceSource): DeviceKey[] {
    const claims = [...this.#byId.values()].flat();
    return claims.filter((claim) => claim.source === source).map(({ description }) => description);
  }
}

/** One problem for each waiting claim, naming the owner. */
export function duplicateProblems([owner, ...others]: readonly Claim[]): ProblemReport[] {
  if (!owner) return [];
  const { serial } = owner.description;
  return others.map((claim) => ({
    ...duplicateOf(claim),
    text: `Duplicate serial number ${serial}, found by ${owner.source.name} and ${claim.source.name}. The second device is not listed.`,
    remedy: 'Disconnect one of the devices.',
  }));
}

/** Identifies the problem of a waiting claim. */
export function duplicateOf({ source, description }: Claim): Pick<ProblemReport, 'code' | 'subject'> {
  return { code: 'duplicate-serial', subject: `${description.serial} (${source.name})` };
}
