/** Wire types of the history, `/app/v1/history`. Times in columns are milliseconds since 1970, to be compact. */
import * as z from 'zod';
import { deviceKeySchema } from './device-key.ts';
import { familySchema, timestampSchema } from './devices.ts';

/** One channel of one device, connected or not. */
export const channelRefSchema = z
  .strictObject({ family: familySchema, serial: z.string(), channel: z.string() })
  .meta({ id: 'ChannelRef' });
export type ChannelRef = z.infer<typeof channelRefSchema>;

/** A channel as one string, `usb/E24638/temperature`, each part percent-encoded. For query parameters and maps. */
export function channelPath({ family, serial, channel }: ChannelRef): string {
  return `${family}/${encodeURIComponent(serial)}/${encodeURIComponent(channel)}`;
}

/** The reverse of `channelPath`; undefined for another text. */
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

/** A channel as `channelPath` writes it. */
export const channelPathSchema = z
  .string()
  .max(1000)
  .refine((path) => parseChannelPath(path) !== undefined, {
    message: 'must be family/serial/channel, such as "usb/E24638/temperature"',
  });

const timestamps = z.array(z.number()).meta({ description: 'Milliseconds since 1970, UTC.' });

/** Raw readings, oldest first. Without any, `broken` is [0]: a gap. */
export const historyReadingsSchema = z
  .strictObject({
    kind: z.literal('readings'),
    at: timestamps,
    magnitude: z.array(z.number().nullable()).meta({ description: 'Null if the device returned no valid value.' }),
    broken: z.array(z.int()).meta({
      description:
        'Indexes of the readings that follow a gap; a chart does not connect them to the previous reading. An index equal to the column length is a gap after the last reading. `[0]` with empty columns: a gap and no readings in the range.',
    }),
  })
  .meta({ id: 'HistoryReadings' });
export type HistoryReadings = z.infer<typeof historyReadingsSchema>;

/** Buckets of one width, oldest first; a bucket without a reading is absent. */
export const historyBucketsSchema = z
  .strictObject({
    kind: z.literal('buckets'),
    width_ms: z.int(),
    at: timestamps.meta({ description: 'Start of each bucket: a multiple of the width since 1970, UTC.' }),
    count: z.array(z.int()).meta({ description: 'Valid readings; 0 if the device returned none.' }),
    min: z.array(z.number().nullable()),
    max: z.array(z.number().nullable()),
    mean: z.array(z.number().nullable()),
    broken: z.array(z.int()).meta({
      description:
        'Where the bucket has a gap or an invalid reading, as a sum: 1 before its first valid reading, 2 between two valid readings, 4 after the last. A bucket without a valid reading has 5.',
    }),
  })
  .meta({ id: 'HistoryBuckets' });
export type HistoryBuckets = z.infer<typeof historyBucketsSchema>;

/** Parts in chronological order, without overlap. There are several if finer data has been deleted. */
export const channelHistorySchema = channelRefSchema
  .extend({
    unit: z.string().meta({ description: 'Empty for a channel without stored data.' }),
    parts: z.array(z.discriminatedUnion('kind', [historyReadingsSchema, historyBucketsSchema])),
  })
  .meta({ id: 'ChannelHistory' });
export type ChannelHistory = z.infer<typeof channelHistorySchema>;
export type HistoryPart = ChannelHistory['parts'][number];

export const historyResultSchema = z
  .strictObject({
    from: timestampSchema,
    to: timestampSchema.meta({ description: 'Exclusive.' }),
    until: timestampSchema.meta({
      description: 'All readings up to this time are included. Later ones may be incomplete.',
    }),
    channels: z.array(channelHistorySchema),
  })
  .meta({ id: 'HistoryAnswer' });
export type HistoryResult = z.infer<typeof historyResultSchema>;

/** Null without a valid reading, and where raw readings have been deleted. */
const endReadingSchema = z
  .strictObject({ at: z.number().meta({ description: 'Milliseconds since 1970, UTC.' }), magnitude: z.number() })
  .nullable();

export const channelStatisticsSchema = channelRefSchema
  .extend({
    unit: z.string(),
    count: z.int().meta({ description: 'Valid readings.' }),
    failed: z.int().meta({ description: 'Readings without a valid value.' }),
    gaps: z.int().meta({ description: 'Gaps between two valid readings.' }),
    min: z.number().nullable(),
    max: z.number().nullable(),
    mean: z.number().nullable(),
    standard_deviation: z
      .number()
      .nullable()
      .meta({ description: 'Sample standard deviation (n - 1); null for fewer than two readings.' }),
    resolution_ms: z.int().meta({
      description:
        '0 if computed from raw readings only. Otherwise the range was rounded outward to this width where raw readings have been deleted.',
    }),
    first: endReadingSchema.meta({
      description: 'The first valid reading; null without one, or if raw readings at the start have been deleted.',
    }),
    last: endReadingSchema.meta({
      description: 'The last valid reading; null without one, or if raw readings at the end have been deleted.',
    }),
    area: z.number().nullable().meta({
      description:
        'Integral over time, in the unit times seconds: trapezoids between neighboring valid readings. Gaps and sensor errors add nothing. Exact or null: null without two neighboring readings, or as `area_missing` says.',
    }),
    covered_ms: z.number().meta({ description: 'Time that the area covers, in milliseconds: the range without gaps.' }),
    area_missing: z.enum(['deleted', 'too-many']).nullable().meta({
      description:
        'Why there is no area: `deleted`: raw readings of the range have been deleted; `too-many`: more readings than 250,000 divided by the channels of the request. Otherwise null.',
    }),
  })
  .meta({ id: 'ChannelStatistics' });
export type ChannelStatistics = z.infer<typeof channelStatisticsSchema>;

export const historyStatisticsSchema = z
  .strictObject({ from: timestampSchema, to: timestampSchema, channels: z.array(channelStatisticsSchema) })
  .meta({ id: 'HistoryStatistics' });
export type HistoryStatistics = z.infer<typeof historyStatisticsSchema>;

/** A channel with stored data. */
export const storedChannelSchema = channelRefSchema
  .extend({
    unit: z.string(),
    description: z.string().meta({ description: 'Display name of the measured quantity.' }),
    label: z.string().meta({
      description:
        'Label that the device reports, if it distinguishes channels with the same description; otherwise empty.',
    }),
    product: z.string().meta({ description: 'Product name at the latest reading.' }),
    first: timestampSchema.meta({ description: 'Time of the oldest stored data.' }),
    last: timestampSchema.meta({ description: 'Time of the latest reading, valid or not.' }),
  })
  .meta({ id: 'StoredChannel' });
export type StoredChannel = z.infer<typeof storedChannelSchema>;

export const storedChannelsSchema = z
  .strictObject({
    channels: z
      .array(storedChannelSchema)
      .meta({ description: 'Sorted by family, serial number and order in the product.' }),
  })
  .meta({ id: 'StoredChannels' });
export type StoredChannels = z.infer<typeof storedChannelsSchema>;

/** `off` by the setting; `waiting` for the disk: readings are stored in memory while they fit. */
export const historyStateSchema = z.enum(['off', 'recording', 'waiting']).meta({ id: 'HistoryState' });

/** Size and extent of the history. */
export const historyStorageSchema = z
  .strictObject({
    state: historyStateSchema,
    bytes: z.int().meta({ description: 'Total size on disk, in bytes.' }),
    limit_bytes: z.int(),
    free_bytes: z.int().nullable().meta({ description: 'Free disk space, in bytes; null if unknown.' }),
    channels: z.int(),
    oldest_reading: timestampSchema.nullable(),
    oldest_minute: timestampSchema.nullable(),
    oldest_hour: timestampSchema.nullable(),
    stored_total: z.int().meta({ description: 'Readings stored since the service started.' }),
    pending: z.int().meta({ description: 'Readings waiting to be stored.' }),
    dropped_total: z.int().meta({ description: 'Readings discarded since the service started.' }),
    lag_ms: z.number().meta({ description: 'Delay of the latest commit after its oldest reading.' }),
    bytes_per_reading: z
      .number()
      .nullable()
      .meta({ description: 'Storage per reading, including aggregates; null while unknown.' }),
    readings_per_second: z.number().meta({ description: 'Readings stored per second, averaged over the last minute.' }),
    expected_bytes: z.int().nullable().meta({
      description: 'Expected size at full retention and the current rate, in bytes; null while unknown.',
    }),
    reaches_days: z.number().nullable().meta({
      description: 'Days of raw readings that fit within the limit at the current rate; null while unknown.',
    }),
  })
  .meta({ id: 'HistoryStorage' });
export type HistoryStorage = z.infer<typeof historyStorageSchema>;

const markerText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' });

const markerDevice = deviceKeySchema.nullable().meta({
  description: 'Device whose charts show it, as `family/serial`; null: all charts.',
  example: 'usb/E24638',
});

/** A named time. */
export const markerInputSchema = z
  .strictObject({
    at: z.int().meta({ description: 'Milliseconds since 1970, UTC.' }),
    text: markerText,
    device: markerDevice.default(null),
  })
  .meta({ id: 'MarkerInput' });
export type MarkerInput = z.infer<typeof markerInputSchema>;

export const markerSchema = markerInputSchema
  .extend({ device: markerDevice, id: z.int().meta({ description: 'Assigned by the service.' }) })
  .meta({ id: 'Marker' });
export type Marker = z.infer<typeof markerSchema>;

export const markersSchema = z
  .strictObject({
    markers: z.array(markerSchema).meta({ description: 'Oldest first; the 1000 newest if there are more.' }),
  })
  .meta({ id: 'Markers' });
export type Markers = z.infer<typeof markersSchema>;
