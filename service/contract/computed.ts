/** Wire types of computed channels, `/app/v1/computed`. */
import * as z from 'zod';
import { aliasText } from './app.ts';
import { channelRefSchema } from './history.ts';

/** Maximum computed channels of an installation. */
export const MAX_COMPUTED_CHANNELS = 1000;

/** The channel of every device of the family `computed`: `computed/{id}/value`. */
export const COMPUTED_CHANNEL = 'value';

/** Maximum length of a formula, in characters. */
export const MAX_FORMULA_LENGTH = 4000;

/** A computed channel as its user writes it. */
export const computedInputSchema = z
  .strictObject({
    name: aliasText
      .trim()
      .min(1, { error: 'must not be empty' })
      .meta({
        description: 'Shown as the name of the device.',
        field: { label: 'Name', flag: '--name <name>', flagHelp: 'new name' },
      }),
    unit: z
      .string()
      .trim()
      .max(32)
      .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' })
      .default('')
      .meta({
        description: 'Of the result; empty: none.',
        field: {
          label: 'Unit',
          help: 'Empty for a plain number.',
          flag: '--unit <unit>',
          flagHelp: 'unit of the result',
        },
      }),
    decimals: z
      .int()
      .min(0)
      .max(6)
      .default(2)
      .meta({
        description: 'Decimals that the window shows.',
        field: { label: 'Decimals', help: '0 to 6.', flag: '--decimals <n>' },
      }),
    formula: z
      .string()
      .max(MAX_FORMULA_LENGTH)
      .refine((text) => text.trim() !== '', { error: 'must not be empty' })
      .meta({
        description: 'The formula (computed-channels.md). A channel is written `[family/serial/channel]`.',
        example: '[usb/E24638/temperature] - [usb/E24638/dew_point]',
        field: { label: 'Formula', mono: true, flag: '--formula <formula>', flagHelp: 'new formula' },
      }),
    max_age_ms: z
      .int()
      .min(100)
      .max(86_400_000)
      .default(5000)
      .meta({
        description: 'How old the newest reading of an input may be; an older one counts as missing.',
        field: {
          label: 'Maximum age of an input',
          unit: 'ms',
          help: '0.1 s to 1 day.',
          flag: '--max-age <ms>',
          flagHelp: 'maximum age of an input in ms (default: 5000)',
        },
      }),
  })
  .meta({ id: 'ComputedInput' });
export type ComputedInput = z.infer<typeof computedInputSchema>;

/** What a preview computes: as `ComputedInput`; its name is optional and not used. */
export const computedPreviewInputSchema = computedInputSchema
  .extend({
    name: z.string().max(1000).default('').meta({ description: 'Not used.' }),
    formula: z.string().max(MAX_FORMULA_LENGTH).meta({
      description: 'The formula. An invalid one is no error of the request.',
      example: '[usb/E24638/temperature] - [usb/E24638/dew_point]',
    }),
    id: z.string().max(100).nullable().default(null).meta({
      description:
        'The computed channel whose new formula it is: one that leads back to it is invalid. Null: none yet.',
    }),
  })
  .meta({ id: 'ComputedPreviewInput' });
export type ComputedPreviewInput = z.infer<typeof computedPreviewInputSchema>;

/** A computed channel. Its readings are those of the device `computed/{id}`. */
export const computedChannelSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Assigned by the service.', example: 'c01b2c3d4' }),
    computed: computedInputSchema,
    inputs: z.array(channelRefSchema).meta({ description: 'The channels in the formula, in order of first use.' }),
    has_integral: z.boolean().meta({ description: 'Whether the formula integrates over time and can be reset.' }),
    reset_at: z
      .string()
      .nullable()
      .meta({ description: 'When its time integrals began or were last set to 0; null without any.' }),
  })
  .meta({ id: 'ComputedChannel' });
export type ComputedChannel = z.infer<typeof computedChannelSchema>;

/** A computed channel in a backup. */
export const storedComputedSchema = z
  .strictObject({ id: z.string().max(100), computed: computedInputSchema })
  .meta({ id: 'StoredComputed' });
export type StoredComputed = z.infer<typeof storedComputedSchema>;

export const computedChannelsSchema = z
  .strictObject({ computed: z.array(computedChannelSchema).meta({ description: 'In the order they were added.' }) })
  .meta({ id: 'ComputedChannels' });
export type ComputedChannels = z.infer<typeof computedChannelsSchema>;

/** What a formula gives now, and over the last hour of stored readings. An invalid formula is no error here. */
export const computedPreviewSchema = z
  .strictObject({
    error: z
      .strictObject({
        message: z.string(),
        at: z.int().meta({ description: 'First character of the faulty part, from 0.' }),
        length: z.int().meta({ description: 'Length of the faulty part, in characters.' }),
      })
      .nullable()
      .meta({ description: 'What is wrong with the formula; null if it is valid.' }),
    formula: z.string().meta({ description: "The formula; with the manufacturer's form of channels translated." }),
    inputs: z.array(
      channelRefSchema.extend({
        magnitude: z.number().nullable().meta({ description: 'Newest reading; null if missing or too old.' }),
        unit: z.string(),
      }),
    ),
    magnitude: z.number().nullable().meta({ description: 'The result of the newest readings.' }),
    reason: z.string().meta({ description: 'Why there is no result; otherwise empty.' }),
    has_integral: z.boolean(),
    at: z.array(z.number()).meta({ description: 'Times of the results of the last hour: milliseconds since 1970.' }),
    magnitudes: z.array(z.number().nullable()).meta({ description: 'The results of the last hour.' }),
  })
  .meta({ id: 'ComputedPreview' });
export type ComputedPreview = z.infer<typeof computedPreviewSchema>;
