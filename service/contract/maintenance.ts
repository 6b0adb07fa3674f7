/** Backup, restore and reset of everything that a user set; none of it holds what was measured. */
import * as z from 'zod';
import { alarmRuleSchema } from './alarms.ts';
import { timestampSchema } from './devices.ts';
import { gatewayInputSchema } from './gateway.ts';
import { mqttImportSchema } from './mqtt-input.ts';
import { deviceMemorySchema, settingsSchema } from './settings.ts';

/** What a backup is made of, and what can be restored or reset by itself. */
export const SETTING_PARTS = ['settings', 'devices', 'mqtt', 'gateways', 'alarms'] as const;
export const settingPartSchema = z.enum(SETTING_PARTS).meta({ id: 'SettingPart' });
export type SettingPart = z.infer<typeof settingPartSchema>;

/** The largest backup that is read, in bytes. */
export const MAX_BACKUP_BYTES = 16 * 1024 * 1024;

/**
 * Everything that a user set, in one file. Passwords, certificates and keys are not in it: they are kept apart, and
 * entered again after a restore on another computer.
 */
export const backupSchema = z
  .strictObject({
    format: z.literal('mensura-backup', { error: 'must be "mensura-backup": this is no backup of Mensura' }),
    version: z.literal(1, { error: 'must be 1: another release of Mensura made this backup' }),
    release: z.string().max(100).meta({ description: 'The release that made it.' }),
    made: timestampSchema,
    settings: settingsSchema,
    devices: z.record(z.string(), deviceMemorySchema).meta({
      description: 'Names, notes and sampling periods, by `family/serial`.',
    }),
    mqtt: mqttImportSchema,
    gateways: z.array(z.strictObject({ id: z.string().max(100), config: gatewayInputSchema })),
    alarms: z.array(alarmRuleSchema),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

const parts = z
  .array(settingPartSchema)
  .min(1, { error: 'names no part' })
  .refine((all) => new Set(all).size === all.length, { message: 'names a part twice' });

export const restoreRequestSchema = z
  .strictObject({
    backup: backupSchema,
    parts: parts.optional().meta({ description: 'What to take of it; left out: all.' }),
  })
  .meta({ id: 'RestoreRequest' });
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

export const resetRequestSchema = z.strictObject({ parts }).meta({ id: 'ResetRequest' });
export type ResetRequest = z.infer<typeof resetRequestSchema>;

/** What a restore or a reset did. */
export const restoredSchema = z
  .strictObject({
    parts: z.array(settingPartSchema),
    devices: z.int().meta({ description: 'Devices with names, notes or periods now.' }),
    mqtt_clients: z.int(),
    gateways: z.int(),
    alarm_rules: z.int(),
    passwords_needed: z.array(z.string()).meta({
      description: 'Identifiers of MQTT clients whose password, certificate or key must be entered again.',
    }),
    kept: z.string().meta({
      description: 'The file in the data folder with everything as it was before: it can be restored in turn.',
    }),
  })
  .meta({ id: 'Restored' });
export type Restored = z.infer<typeof restoredSchema>;
