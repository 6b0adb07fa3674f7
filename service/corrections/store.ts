/** All versions of all corrections: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import {
  type ChannelRef,
  channelPath,
  MAX_CORRECTED_CHANNELS,
  type StoredCorrection,
  storedCorrectionSchema,
} from '../contract/index.ts';
import { unitScale } from '../devices/unit-scale.ts';
import { type FieldError, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';

/**
 * Maximum size of all corrections as JSON, in bytes: every new window receives all of them, and a backup of at most
 * 16 MiB has them.
 */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024;

export type CorrectedChannel = StoredCorrection;
export type StoredVersion = StoredCorrection['versions'][number];

/** By the channel's path, in the order in which they were added. */
export type CorrectedChannels = ReadonlyMap<string, CorrectedChannel>;

/** The field errors of a complete set, by paths as in `3.versions.0.unit`. */
export function correctionErrors(channels: readonly CorrectedChannel[]): FieldError[] {
  const paths = new Set<string>();
  return channels.flatMap((channel, index) => {
    const path = channelPath(channel);
    const errors: FieldError[] = paths.has(path) ? [{ path: `${index}`, message: 'has a channel twice' }] : [];
    paths.add(path);
    return [
      ...errors,
      ...channel.versions.flatMap((version, place) =>
        versionErrors(version, place + 1).map(({ path: field, message }) => ({
          path: `${index}.versions.${place}.${field}`,
          message,
        })),
      ),
    ];
  });
}

function versionErrors({ version, correction, coefficients, unit }: StoredVersion, number: number): FieldError[] {
  const errors: FieldError[] = [];
  if (version !== number) errors.push({ path: 'version', message: `must be ${number}: versions are counted from 1` });
  if (correction && !unitScale(unit, correction.unit)) {
    errors.push({ path: 'correction.unit', message: `must be a unit in which ${unit} can be displayed` });
  }
  if ((correction?.enabled === true) !== (coefficients !== null)) {
    errors.push({ path: 'coefficients', message: 'must be null exactly if nothing is corrected' });
  }
  return errors;
}

/** Also validates a file edited by hand. */
const fileSchema = z
  .strictObject({ version: z.literal(1), channels: z.array(storedCorrectionSchema).max(MAX_CORRECTED_CHANNELS) })
  .superRefine(({ channels }, context) => {
    for (const { path, message } of correctionErrors(channels)) {
      context.addIssue({ code: 'custom', path: ['channels', ...path.split('.')], message });
    }
  });

type CorrectionFile = z.infer<typeof fileSchema>;

/** The channel with one more version. */
export function withVersion(
  { family, serial, channel }: ChannelRef,
  before: CorrectedChannel | undefined,
  version: Omit<StoredVersion, 'version'>,
): CorrectedChannel {
  const versions = before?.versions ?? [];
  return { family, serial, channel, versions: [...versions, { version: versions.length + 1, ...version }] };
}

/**
 * A set beyond the total size may only shrink.
 * @throws MensuraError `bad-request` naming the limit
 */
export function requireCorrectionCapacity(after: CorrectedChannels, before: CorrectedChannels): void {
  if (after.size > MAX_CORRECTED_CHANNELS) {
    throw new MensuraError('bad-request', `The limit is ${MAX_CORRECTED_CHANNELS} corrected channels, now or earlier.`);
  }
  const bytes = bytesOf(after);
  if (bytes > MAX_TOTAL_BYTES && bytes > bytesOf(before)) {
    throw new MensuraError('bad-request', 'The limit is 4 MiB for all corrections with their versions.');
  }
}

function bytesOf(channels: CorrectedChannels): number {
  return Buffer.byteLength(JSON.stringify([...channels.values()]));
}

function channelsIn({ channels }: CorrectionFile): CorrectedChannels {
  return new Map(channels.map((channel) => [channelPath(channel), channel]));
}

export class CorrectionStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** The file's value, by path. */
  #channels: CorrectedChannels = new Map();

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'corrections.json'), fileSchema, () => ({ version: 1, channels: [] }));
    this.#logger = logger;
  }

  get channels(): CorrectedChannels {
    return this.#channels;
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    this.#channels = channelsIn(this.#file.value);
    return damage;
  }

  /**
   * Changes the corrections once the file is written.
   * @returns those before the change
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  async change(make: (channels: CorrectedChannels) => CorrectedChannels): Promise<CorrectedChannels> {
    let before = this.#channels;
    let after = before;
    const apply = (file: CorrectionFile): CorrectionFile => {
      before = channelsIn(file);
      after = make(before);
      return { version: 1, channels: [...after.values()] };
    };
    await persistChange(this.#file, 'the corrections', apply, this.#logger);
    this.#channels = after;
    return before;
  }
}
