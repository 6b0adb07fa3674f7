/** All versions of all corrections: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import {
  type ChannelRef,
  channelPath,
  channelRefSchema,
  correctionVersionSchema,
  MAX_CORRECTION_VERSIONS,
} from '../contract/index.ts';
import { MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';
import { unitScale } from './unit-scale.ts';

/** Channels with a correction, present or past. */
const MAX_CHANNELS = 5000;

/** Maximum size of all corrections as JSON, in bytes: every new window receives all of them. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

const storedVersionSchema = correctionVersionSchema
  .extend({
    since: z.iso.datetime(),
    /** The channel's API unit at that time, that of the coefficients. */
    unit: z.string(),
  })
  .superRefine(({ correction, coefficients, unit }, context) => {
    if (correction && !unitScale(unit, correction.unit)) {
      context.addIssue({ code: 'custom', path: ['correction', 'unit'], message: `does not belong to ${unit}` });
    }
    if ((correction?.enabled === true) !== (coefficients !== null)) {
      context.addIssue({ code: 'custom', path: ['coefficients'], message: 'must be there only while it is on' });
    }
  });

/** Of one channel. Versions are oldest first and numbered from 1. */
export const correctedChannelSchema = channelRefSchema.extend({
  versions: z
    .array(storedVersionSchema)
    .min(1)
    .max(MAX_CORRECTION_VERSIONS)
    .refine((versions) => versions.every(({ version }, index) => version === index + 1), {
      message: 'must be numbered from 1',
    }),
});

export type StoredVersion = z.infer<typeof storedVersionSchema>;
export type CorrectedChannel = z.infer<typeof correctedChannelSchema>;

/** By the channel's path, in the order in which they were added. */
export type CorrectedChannels = ReadonlyMap<string, CorrectedChannel>;

export const correctedChannelsSchema = z
  .array(correctedChannelSchema)
  .max(MAX_CHANNELS)
  .refine((channels) => new Set(channels.map(channelPath)).size === channels.length, {
    message: 'must have each channel once',
  });

const fileSchema = z.strictObject({ version: z.literal(1), channels: correctedChannelsSchema });

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
  if (after.size > MAX_CHANNELS) {
    throw new MensuraError('bad-request', `The limit is ${MAX_CHANNELS} channels with a correction, present or past.`);
  }
  const bytes = bytesOf(after);
  if (bytes > MAX_TOTAL_BYTES && bytes > bytesOf(before)) {
    throw new MensuraError('bad-request', 'The limit is 8 MiB for all corrections with their versions.');
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
