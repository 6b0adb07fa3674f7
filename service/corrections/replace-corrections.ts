/** The corrections of a backup in the place of the present ones, without a change of the past. */
import { isDeepStrictEqual } from 'node:util';
import { channelPath, MAX_CORRECTION_VERSIONS } from '../contract/index.ts';
import { invalidFields, MensuraError } from '../support/errors.ts';
import {
  type CorrectedChannel,
  type CorrectedChannels,
  correctionErrors,
  requireCorrectionCapacity,
  type StoredVersion,
  withVersion,
} from './store.ts';

/**
 * The corrections of `wanted` are in force afterwards, and no other ones. Versions of this computer stay; where the
 * corrections in force differ, a version is added, so that they say what readings of which time were corrected by.
 * @param since now, as ISO 8601
 * @throws MensuraError `bad-request` naming each invalid field, or the limit
 */
export function replaceCorrections(
  present: CorrectedChannels,
  wanted: readonly CorrectedChannel[],
  since: string,
): CorrectedChannels {
  const errors = correctionErrors(wanted);
  if (errors.length > 0) throw invalidFields(errors);
  const brought = new Map(wanted.map((channel) => [channelPath(channel), channel]));
  const after = new Map<string, CorrectedChannel>();
  for (const [path, channel] of new Map([...present, ...brought])) {
    after.set(path, replaced(channel, present.get(path), brought.get(path), since));
  }
  requireCorrectionCapacity(after, present);
  return after;
}

function replaced(
  ref: CorrectedChannel,
  present: CorrectedChannel | undefined,
  wanted: CorrectedChannel | undefined,
  since: string,
): CorrectedChannel {
  const base = wanted && (!present || isBeginning(present, wanted)) ? wanted : (present ?? ref);
  const [before, target] = [present?.versions.at(-1), wanted?.versions.at(-1)];
  const { correction = null, coefficients = null, unit = before?.unit ?? '' } = target ?? {};
  const isInForce = isDeepStrictEqual(inForce(before), inForce(target));
  if (isInForce && isDeepStrictEqual(base.versions.at(-1)?.correction ?? null, correction)) return base;
  if (base.versions.length >= MAX_CORRECTION_VERSIONS) {
    const limit = `The limit is ${MAX_CORRECTION_VERSIONS} changes of the correction of a channel`;
    throw new MensuraError('bad-request', `${limit}: ${channelPath(ref)} has as many.`);
  }
  return withVersion(ref, base, { since, correction, coefficients, unit });
}

/** Whether a correction was changed further from these versions. */
function isBeginning({ versions }: CorrectedChannel, { versions: longer }: CorrectedChannel): boolean {
  return isDeepStrictEqual(versions, longer.slice(0, versions.length));
}

/** What the readings of a channel are corrected by. */
function inForce(version: StoredVersion | undefined): unknown {
  return version?.coefficients
    ? [version.coefficients, version.unit, version.correction?.unit, version.correction?.range]
    : null;
}
