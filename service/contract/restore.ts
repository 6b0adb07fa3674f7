/** The effects of a restore, and their confirmation. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { MAX_GATEWAYS } from './gateway.ts';
import { backupGroupsSchema, backupSchema } from './maintenance.ts';
import { MAX_MQTT_CLIENTS } from './mqtt-input.ts';
import { MAX_ORIGINS } from './settings.ts';

/** Settings that a restore changes only with confirmation, because they start something or delete history. */
export const CONFIRMED_SETTINGS = [
  'port',
  'discovery',
  'history',
  'history_raw_days',
  'history_minute_days',
  'history_max_gib',
  'csv_log',
  'simulate',
  'simulate_publish',
  'start_at_login',
] as const;
export type ConfirmedSetting = (typeof CONFIRMED_SETTINGS)[number];

/** Settings whose lower value deletes history. */
export const RETENTION_SETTINGS = ['history_raw_days', 'history_minute_days', 'history_max_gib'] as const;

/** Maximum length of the address of a broker or gateway in a confirmation, in characters. */
const MAX_ADDRESS = 2048;

const addresses = (most: number) => z.array(z.string().max(MAX_ADDRESS)).max(most);

/** The confirmed effects, by `value` of the preview. */
export const restoreConfirmSchema = z
  .strictObject({
    origins: z.array(z.string().max(MAX_ADDRESS)).max(MAX_ORIGINS).meta({
      description:
        'Web origins of the backup to allow. Origins that are not listed are not restored; `[]` restores none.',
    }),
    brokers: addresses(MAX_MQTT_CLIENTS).meta({ description: 'Brokers to connect to.' }),
    gateways: addresses(MAX_GATEWAYS).meta({ description: 'Gateways to connect to.' }),
    settings: z.array(z.enum(CONFIRMED_SETTINGS)).max(CONFIRMED_SETTINGS.length).meta({
      description: 'Settings that start something or delete history.',
    }),
  })
  .partial()
  .meta({ id: 'RestoreConfirm' });
export type RestoreConfirm = z.infer<typeof restoreConfirmSchema>;

export const restoreRequestSchema = z
  .strictObject({
    backup: backupSchema,
    parts: backupGroupsSchema.optional().meta({ description: 'Parts to restore. Default: all.' }),
    confirm: restoreConfirmSchema.optional().meta({
      description: 'Each effect of the preview that requires confirmation. A preview ignores it.',
    }),
  })
  .meta({ id: 'RestoreRequest' });
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

export const restoreEffectSchema = z
  .strictObject({
    kind: z
      .enum(['origins', 'brokers', 'gateways', 'settings'])
      .meta({ description: 'The field of `confirm` that lists the effect.' }),
    value: z.string().meta({
      description:
        'The value to list there: an origin, an address such as `mqtts://broker.example:8883`, or a setting.',
    }),
    text: z.string().meta({ description: 'What the effect does, as a sentence.' }),
    confirm: z.boolean().meta({
      description:
        'Whether the effect is new or different on this computer. The restore is rejected without its confirmation.',
    }),
  })
  .meta({ id: 'RestoreEffect' });
export type RestoreEffect = z.infer<typeof restoreEffectSchema>;

/** What one lower limit deletes of one resolution, as measured in the store. */
export const historyLossSchema = z
  .strictObject({
    setting: z.enum(RETENTION_SETTINGS),
    resolution: z.enum(['raw', 'minute', 'hour']),
    from: timestampSchema.meta({ description: 'Time of the oldest deleted data.' }),
    until: timestampSchema.meta({ description: 'All data before this time is deleted.' }),
    readings: z.int().nullable().meta({ description: 'Number of raw readings; null for aggregates.' }),
    bytes: z.int().meta({ description: 'Size on disk, in bytes.' }),
  })
  .meta({ id: 'HistoryLoss' });
export type HistoryLoss = z.infer<typeof historyLossSchema>;

export const restorePreviewSchema = z
  .strictObject({
    effects: z.array(restoreEffectSchema),
    losses: z.array(historyLossSchema).nullable().meta({
      description: 'History that lower limits delete. Null if it could not be measured in time.',
    }),
    notes: z.array(z.string()).meta({ description: 'Items that are not restored, with the reason.' }),
  })
  .meta({ id: 'RestorePreview' });
export type RestorePreview = z.infer<typeof restorePreviewSchema>;
