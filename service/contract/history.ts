/** The wire types of the history: `/app/v1/history`. Moments in columns are milliseconds since 1970, to be compact. */
import * as z from 'zod';
import { familySchema, timestampSchema } from './devices.ts';

/** One channel of one device, attached or not. */
export const channelRefSchema = z
  .strictObject({ family: familySchema, serial: z.string(), channel: z.string() })
  .meta({ id: 'ChannelRef' });
export type ChannelRef = z.infer<typeof channelRefSchema>;

/** A channel as one word: `usb/E24638/temperature`, each part percent-encoded. For query parameters and maps. */
export function channelPath({ family, serial, channel }: ChannelRef): string {
  return `${family}/${encodeURIComponent(serial)}/${encodeURIComponent(channel)}`;
}

/** Undoes `channelPath`; undefined where the text is none. */
export function parseChannelPath(path: string): ChannelRef | undefined {
  const [first, ...others] = path.split('/');
  const family = familySchema.safeParse(first);
  if (!family.success || others.length !== 2) return undefined;
  try {
    const [serial, channel] = others.map(decodeURIComponent);
    return serial && channel ? { family: family.data, serial, channel } : undefined;
  } catch {
    return undefined;
  }
}

const moments = z.array(z.number()).meta({ description: 'Milliseconds since 1970, UTC.' });

/** Readings as they were measured, oldest first. There may be none: `broken` is [0] then, the line is interrupted there. */
export const historyReadingsSchema = z
  .strictObject({
    kind: z.literal('readings'),
    at: moments,
    magnitude: z.array(z.number().nullable()).meta({ description: 'Null: the instrument gave no valid value.' }),
    broken: z.array(z.int()).meta({
      description:
        'Before which readings (by their place in the columns) the measurement was interrupted: no line joins them with the one before. As large as the column is long: after the last. `[0]` beside empty columns: interrupted in the stretch, without a reading in it.',
    }),
  })
  .meta({ id: 'HistoryReadings' });
export type HistoryReadings = z.infer<typeof historyReadingsSchema>;

/** Readings summed up in buckets of one width, oldest first; a bucket without any reading is left out. */
export const historyBucketsSchema = z
  .strictObject({
    kind: z.literal('buckets'),
    width_ms: z.int(),
    at: moments.meta({ description: 'The beginning of each bucket: a multiple of the width since 1970, UTC.' }),
    count: z.array(z.int()).meta({ description: 'Valid readings; 0 where the instrument gave none.' }),
    min: z.array(z.number().nullable()),
    max: z.array(z.number().nullable()),
    mean: z.array(z.number().nullable()),
    broken: z.array(z.int()).meta({
      description:
        'Where the line is interrupted, or a reading failed: the sum of 1 before its first valid reading, 2 between two, 4 after the last; 5 in a bucket without a valid one.',
    }),
  })
  .meta({ id: 'HistoryBuckets' });
export type HistoryBuckets = z.infer<typeof historyBucketsSchema>;

/** One channel's answer: parts in order of time that do not overlap. There are several where finer data is gone. */
export const channelHistorySchema = channelRefSchema
  .extend({
    unit: z.string().meta({ description: 'Empty where nothing of the channel is known.' }),
    parts: z.array(z.discriminatedUnion('kind', [historyReadingsSchema, historyBucketsSchema])),
  })
  .meta({ id: 'ChannelHistory' });
export type ChannelHistory = z.infer<typeof channelHistorySchema>;
export type HistoryPart = ChannelHistory['parts'][number];

export const historyAnswerSchema = z
  .strictObject({
    from: timestampSchema,
    to: timestampSchema.meta({ description: 'Exclusive.' }),
    until: timestampSchema.meta({
      description: 'Readings up to this moment are in the answer for certain; later ones may still be on their way.',
    }),
    channels: z.array(channelHistorySchema),
  })
  .meta({ id: 'HistoryAnswer' });
export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;

/** What a channel did in a stretch of time. */
export const channelStatisticsSchema = channelRefSchema
  .extend({
    unit: z.string(),
    count: z.int().meta({ description: 'Valid readings.' }),
    failed: z.int().meta({ description: 'Readings without a valid value.' }),
    gaps: z.int().meta({ description: 'Interruptions between two valid readings.' }),
    min: z.number().nullable(),
    max: z.number().nullable(),
    mean: z.number().nullable(),
    standard_deviation: z.number().nullable().meta({ description: 'Of the sample (n - 1); null below two readings.' }),
    resolution_ms: z.int().meta({
      description:
        '0: from readings alone. Else the ends of the stretch were rounded outwards to this, where readings are gone.',
    }),
  })
  .meta({ id: 'ChannelStatistics' });
export type ChannelStatistics = z.infer<typeof channelStatisticsSchema>;

export const historyStatisticsSchema = z
  .strictObject({ from: timestampSchema, to: timestampSchema, channels: z.array(channelStatisticsSchema) })
  .meta({ id: 'HistoryStatistics' });
export type HistoryStatistics = z.infer<typeof historyStatisticsSchema>;

/** A channel that something is kept of. */
export const storedChannelSchema = channelRefSchema
  .extend({
    unit: z.string(),
    description: z.string().meta({ description: 'What it measures, in words.' }),
    label: z.string().meta({
      description:
        'What the device itself calls it, where that tells it from channels of the same description; else empty.',
    }),
    product: z.string().meta({ description: "The instrument's product name when it last measured." }),
    first: timestampSchema.meta({ description: 'The oldest moment that something is kept of.' }),
    last: timestampSchema.meta({ description: 'The newest reading, valid or not.' }),
  })
  .meta({ id: 'StoredChannel' });
export type StoredChannel = z.infer<typeof storedChannelSchema>;

export const storedChannelsSchema = z
  .strictObject({
    channels: z.array(storedChannelSchema).meta({ description: 'By family, serial and order in the product.' }),
  })
  .meta({ id: 'StoredChannels' });
export type StoredChannels = z.infer<typeof storedChannelsSchema>;

/** `off` by the setting; `waiting` for the disk: readings are kept in memory as long as they fit. */
export const historyStateSchema = z.enum(['off', 'recording', 'waiting']).meta({ id: 'HistoryState' });

/** What the history takes and how far it reaches. */
export const historyStorageSchema = z
  .strictObject({
    state: historyStateSchema,
    bytes: z.int().meta({ description: 'On disk, of all that is kept.' }),
    limit_bytes: z.int(),
    free_bytes: z.int().nullable().meta({ description: 'Free on the disk; null where it cannot be told.' }),
    channels: z.int(),
    oldest_reading: timestampSchema.nullable(),
    oldest_minute: timestampSchema.nullable(),
    oldest_hour: timestampSchema.nullable(),
    stored_total: z.int().meta({ description: 'Readings committed to disk since the service started.' }),
    pending: z.int().meta({ description: 'Readings that wait for their commit.' }),
    dropped_total: z.int().meta({ description: 'Readings that could not be kept since the service started.' }),
    lag_ms: z.number().meta({ description: 'How long the newest commit came after its oldest reading.' }),
    bytes_per_reading: z.number().nullable().meta({ description: 'On disk, sums included; null while unknown.' }),
    readings_per_second: z.number().meta({ description: 'Committed, over the last minute.' }),
    expected_bytes: z.int().nullable().meta({
      description:
        'What it will take once everything is as old as it may get, at the present rate; null while unknown.',
    }),
    reaches_days: z.number().nullable().meta({
      description: 'How many days of readings fit within the limit at the present rate; null while unknown.',
    }),
  })
  .meta({ id: 'HistoryStorage' });
export type HistoryStorage = z.infer<typeof historyStorageSchema>;

const markerText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, { message: 'may not hold control characters' });

/** A moment that the user gave a name. */
export const markerInputSchema = z
  .strictObject({ at: z.int().meta({ description: 'Milliseconds since 1970, UTC.' }), text: markerText })
  .meta({ id: 'MarkerInput' });
export type MarkerInput = z.infer<typeof markerInputSchema>;

export const markerSchema = markerInputSchema
  .extend({ id: z.int().meta({ description: 'Given by the service.' }) })
  .meta({ id: 'Marker' });
export type Marker = z.infer<typeof markerSchema>;

export const markersSchema = z
  .strictObject({ markers: z.array(markerSchema).meta({ description: 'Oldest first, 1000 at most.' }) })
  .meta({ id: 'Markers' });
export type Markers = z.infer<typeof markersSchema>;

/** A marker that came, changed or went (`marker` null). */
export const markerEventSchema = z
  .strictObject({ id: z.int(), marker: markerSchema.nullable() })
  .meta({ id: 'MarkerEvent' });
export type MarkerEvent = z.infer<typeof markerEventSchema>;
