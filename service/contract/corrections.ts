/** Wire types of corrections, `/app/v1/devices/{family}/{serial}/channels/{channel}/correction`. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { channelRefSchema } from './history.ts';

/** Maximum points of a correction. */
export const MAX_CORRECTION_POINTS = 10;

/** Maximum stored versions of one channel's correction; at the limit a further change is refused. */
export const MAX_CORRECTION_VERSIONS = 1000;

/** Added to a channel's name: the channel with its values before the correction. */
export const UNCORRECTED_SUFFIX = '_uncorrected';

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** A day of the calendar, such as 2026-11-01. */
const day = z.string().refine((text) => DAY.test(text) && !Number.isNaN(Date.parse(text)), {
  message: 'must be a date, such as 2026-11-01',
});

const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' })
    .default('');

export const correctionPointSchema = z
  .strictObject({
    measured: z.number().meta({ description: 'What the device shows without a correction.' }),
    reference: z.number().meta({ description: 'The true value, by the reference standard.' }),
  })
  .meta({ id: 'CorrectionPoint' });
export type CorrectionPoint = z.infer<typeof correctionPointSchema>;

/** `exact`: through all points; an offset for one, a straight line for two, a parabola for three. */
export const correctionFitSchema = z.enum(['exact', 'line', 'parabola']).meta({ id: 'CorrectionFit' });
export type CorrectionFit = z.infer<typeof correctionFitSchema>;

const rangeSchema = z
  .strictObject({
    from: z.number(),
    to: z.number(),
    outside: z.enum(['continue', 'none']).default('continue').meta({
      description:
        'Outside the range: `continue` adds the straight line with the slope at its end; `none` gives no value.',
    }),
  })
  .refine(({ from, to }) => from < to, { message: 'must be above "from"', path: ['to'] })
  .meta({ id: 'CorrectionRange' });

/** A correction as its user writes it. Points and range are in `unit`. */
export const correctionInputSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .default(true)
      .meta({
        description: 'Whether readings are corrected. The points stay while it is off.',
        field: { label: 'Correct this channel' },
      }),
    unit: z
      .string()
      .max(32)
      .meta({
        description: "The unit of points and range: the channel's API unit, or one of its display units.",
        field: { label: 'Unit' },
      }),
    points: z
      .array(correctionPointSchema)
      .min(1, { error: 'must have at least one point' })
      .max(MAX_CORRECTION_POINTS, { error: `must have at most ${MAX_CORRECTION_POINTS} points` })
      .meta({ description: '1 to 10 points.', field: { label: 'Points' } }),
    fit: correctionFitSchema.default('exact').meta({
      description:
        'The curve: `exact` through up to three points, or a least-squares `line` (two points or more) or `parabola` (three points or more).',
      field: {
        label: 'Curve',
        choices: {
          exact: 'Through the points',
          line: 'Straight line, least squares',
          parabola: 'Parabola, least squares',
        },
      },
    }),
    range: rangeSchema
      .nullable()
      .default(null)
      .meta({
        description: 'Measured values for which the correction is valid; null: all.',
        field: { label: 'Range' },
      }),
    standard: line(200).meta({
      description: 'The reference standard that was used.',
      field: { label: 'Reference standard', help: 'Such as the name and number of the reference instrument.' },
    }),
    date: z
      .union([z.literal(''), day])
      .default('')
      .meta({ description: 'When the points were taken; empty if unknown.', field: { label: 'Date' } }),
    by: line(100).meta({ description: 'Who took the points.', field: { label: 'By' } }),
    note: z
      .string()
      .max(2000)
      .default('')
      .meta({ field: { label: 'Note' } }),
    due: day
      .nullable()
      .default(null)
      .meta({
        description: 'When it has to be checked again; after this day a problem is shown. Null: never.',
        field: { label: 'Next check', help: 'After this day, Mensura shows a problem.' },
      }),
  })
  .meta({ id: 'CorrectionInput' });
export type CorrectionInput = z.infer<typeof correctionInputSchema>;

/** corrected = c[0] + c[1]·x + c[2]·x², with x the uncorrected value, both in the channel's API unit. */
const coefficientsSchema = z
  .array(z.number())
  .length(3)
  .meta({ description: "c0, c1, c2 of c0 + c1·x + c2·x², in the channel's API unit." });

/** One change of a correction. */
export const correctionVersionSchema = z
  .strictObject({
    version: z.int().min(1).meta({ description: 'Counted from 1 for each channel.' }),
    since: timestampSchema.meta({ description: 'When the change took effect.' }),
    correction: correctionInputSchema.nullable().meta({ description: 'Null: the correction was removed.' }),
    coefficients: coefficientsSchema
      .nullable()
      .meta({ description: 'Null if no value is corrected: removed, or off.' }),
  })
  .meta({ id: 'CorrectionVersion' });
export type CorrectionVersion = z.infer<typeof correctionVersionSchema>;

/** The correction of a channel with its past. An entity of the event stream; its key is the channel's path. */
export const channelCorrectionSchema = channelRefSchema
  .extend({
    unit: z.string().meta({ description: "The channel's API unit, that of the coefficients." }),
    correction: correctionInputSchema.nullable().meta({ description: 'Null: none.' }),
    coefficients: coefficientsSchema.nullable().meta({ description: 'Null while no value is corrected.' }),
    versions: z.array(correctionVersionSchema).meta({ description: 'All changes, newest first.' }),
  })
  .meta({ id: 'ChannelCorrection' });
export type ChannelCorrection = z.infer<typeof channelCorrectionSchema>;

/** What a correction would do, in the unit of its points. */
export const correctionPreviewSchema = z
  .strictObject({
    coefficients: coefficientsSchema,
    residuals: z
      .array(correctionPointSchema.extend({ corrected: z.number(), residual: z.number() }))
      .meta({ description: 'For each point its corrected value, and reference minus corrected.' }),
    curve: z.array(z.strictObject({ measured: z.number(), corrected: z.number().nullable() })).meta({
      description: 'The curve at up to 101 equal steps over the points and the range, with a margin.',
    }),
    examples: z.array(z.strictObject({ measured: z.number(), corrected: z.number().nullable() })).meta({
      description:
        'What changes at usual values: −20, 0, 25 and 100 °C for temperatures, otherwise five over the range in use.',
    }),
  })
  .meta({ id: 'CorrectionPreview' });
export type CorrectionPreview = z.infer<typeof correctionPreviewSchema>;

/** Maximum corrected channels, now or earlier. */
export const MAX_CORRECTED_CHANNELS = 5000;

/** A channel's correction in the stored file and in a backup. */
export const storedCorrectionSchema = channelRefSchema
  .extend({
    versions: z
      .array(
        correctionVersionSchema.extend({
          since: z.iso.datetime(),
          unit: z.string().max(32).meta({ description: "The channel's API unit, that of the coefficients." }),
        }),
      )
      .min(1)
      .max(MAX_CORRECTION_VERSIONS)
      .meta({ description: 'All changes, oldest first.' }),
  })
  .meta({ id: 'StoredCorrection' });
export type StoredCorrection = z.infer<typeof storedCorrectionSchema>;

/** The product name or SKU of a model that holds up to three calibration points of its user ends so. */
const CALIBRATABLE = /-CAL$/i;

/**
 * Whether a device can hold calibration points of its own. In USB mode the host converts raw codes of the sensors, and
 * the commands that read these points are not public: Mensura probably shows values without them there
 * (docs/instruments.md#calibrated-models).
 */
export function isCalibratable({ name, sku }: { readonly name: string; readonly sku: string }): boolean {
  return CALIBRATABLE.test(name) || CALIBRATABLE.test(sku);
}
