/** Backup, restore and reset of all settings; never of readings. */
import * as z from 'zod';
import { MAX_ALARM_RULES, storedAlarmRuleSchema } from './alarm-rules.ts';
import { aliasText, channelNamesInput, noteText } from './app.ts';
import { MAX_COMPUTED_CHANNELS, storedComputedSchema } from './computed.ts';
import { MAX_CORRECTED_CHANNELS, storedCorrectionSchema } from './corrections.ts';
import { dashboardSchema, MAX_DASHBOARDS } from './dashboards.ts';
import { databaseInputSchema, MAX_DATABASES } from './databases.ts';
import { destinationInputSchema, MAX_DESTINATIONS } from './destinations.ts';
import { DEVICE_KEY_RULE, parseDeviceKey } from './device-key.ts';
import { timestampSchema } from './devices.ts';
import { gatewayInputSchema, MAX_GATEWAYS } from './gateway.ts';
import { mqttBackupSchema } from './mqtt-input.ts';
import { MAX_RUN_PLANS, storedRunPlanSchema } from './run-plans.ts';
import { groupText } from './schema-parts.ts';
import { deviceMemorySchema, MAX_REMEMBERED_DEVICES, settingsSchema } from './settings.ts';

/** The parts of a backup; each can be restored or reset alone. */
export const BACKUP_GROUPS = [
  'settings',
  'devices',
  'mqtt',
  'gateways',
  'databases',
  'destinations',
  'alarms',
  'dashboards',
  'corrections',
  'computed',
  'run_plans',
] as const;
export const backupGroupSchema = z.enum(BACKUP_GROUPS).meta({ id: 'SettingPart' });
export type BackupGroup = z.infer<typeof backupGroupSchema>;

/** Maximum size of a backup, in bytes. */
export const MAX_BACKUP_BYTES = 16 * 1024 * 1024;

/** The stored settings of a device, with the limits of a patch. */
const deviceSchema = deviceMemorySchema.extend({
  alias: aliasText.optional(),
  note: noteText.optional(),
  group: groupText.optional(),
  channels: channelNamesInput.optional(),
});

const devicesSchema = z.record(z.string(), deviceSchema).superRefine((devices, context) => {
  const keys = Object.keys(devices);
  if (keys.length > MAX_REMEMBERED_DEVICES) {
    context.addIssue({ code: 'custom', message: `must have at most ${MAX_REMEMBERED_DEVICES} devices` });
  }
  for (const key of keys) {
    if (parseDeviceKey(key)) continue;
    context.addIssue({ code: 'custom', path: [key], message: DEVICE_KEY_RULE });
  }
});

/**
 * All settings in one file, without passwords, certificates and keys. They are entered again after a restore on another
 * computer.
 */
export const backupSchema = z
  .strictObject({
    format: z.literal('mensura-backup', { error: 'must be "mensura-backup": this is not a Mensura backup' }),
    version: z.literal(1, { error: 'must be 1: the backup is from an incompatible version of Mensura' }),
    release: z.string().max(100).meta({ description: 'Version of Mensura that created the backup.' }),
    made: timestampSchema,
    settings: settingsSchema,
    devices: devicesSchema.meta({
      description: 'Names, notes, groups, favorites and sampling periods by `family/serial`.',
    }),
    mqtt: mqttBackupSchema,
    with_secrets: z.array(z.string()).default([]).meta({
      description:
        'Identifiers of the MQTT clients with a password, certificate or key. The backup does not include these.',
    }),
    gateways: z.array(z.strictObject({ id: z.string().max(100), config: gatewayInputSchema })).max(MAX_GATEWAYS),
    databases: z
      .array(z.strictObject({ id: z.string().regex(/^b[0-9a-f]{8}$/), config: databaseInputSchema }))
      .max(MAX_DATABASES)
      .optional()
      .meta({ description: 'Missing in backups of versions without databases: existing databases are not changed.' }),
    databases_with_secrets: z.array(z.string()).default([]).meta({
      description:
        'IDs of the databases with a password, token, certificate or key. The backup does not include these.',
    }),
    destinations: z
      .array(z.strictObject({ id: z.string().regex(/^n[0-9a-f]{8}$/), config: destinationInputSchema }))
      .max(MAX_DESTINATIONS)
      .optional()
      .meta({
        description: 'Missing in backups of versions without notifications: existing destinations are not changed.',
      }),
    destinations_with_secrets: z.array(z.string()).default([]).meta({
      description:
        'IDs of the destinations with a password, token, signing key or certificate. The backup does not include these.',
    }),
    alarms: z.array(storedAlarmRuleSchema).max(MAX_ALARM_RULES),
    dashboards: z.array(dashboardSchema).max(MAX_DASHBOARDS).optional().meta({
      description: 'Missing in backups of versions without dashboards: a restore does not change existing dashboards.',
    }),
    corrections: z.array(storedCorrectionSchema).max(MAX_CORRECTED_CHANNELS).optional().meta({
      description:
        'With all versions. Missing in backups of versions without corrections: a restore does not change existing corrections.',
    }),
    computed: z.array(storedComputedSchema).max(MAX_COMPUTED_CHANNELS).optional().meta({
      description: 'Missing in backups of versions without computed channels: a restore does not change existing ones.',
    }),
    run_plans: z.array(storedRunPlanSchema).max(MAX_RUN_PLANS).optional().meta({
      description: 'Missing in backups of versions without automatic runs: a restore does not change existing ones.',
    }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

/** The state of each part at the first start. */
export function firstStart(): Omit<Backup, 'format' | 'version' | 'release' | 'made'> {
  return {
    settings: settingsSchema.parse({}),
    devices: {},
    mqtt: { mqtt: { clients: {} } },
    with_secrets: [],
    gateways: [],
    databases: [],
    databases_with_secrets: [],
    destinations: [],
    destinations_with_secrets: [],
    alarms: [],
    dashboards: [],
    corrections: [],
    computed: [],
    run_plans: [],
  };
}

export const backupGroupsSchema = z
  .array(backupGroupSchema)
  .min(1, { error: 'must list at least one part' })
  .refine((all) => new Set(all).size === all.length, { message: 'must not list a part twice' });

export const resetRequestSchema = z.strictObject({ parts: backupGroupsSchema }).meta({ id: 'ResetRequest' });
export type ResetRequest = z.infer<typeof resetRequestSchema>;

/** The result of a restore or reset. */
export const restoredSchema = z
  .strictObject({
    parts: z.array(backupGroupSchema),
    devices: z.int().meta({ description: 'Devices with a name, note or sampling period.' }),
    mqtt_clients: z.int(),
    gateways: z.int(),
    databases: z.int(),
    destinations: z.int(),
    alarm_rules: z.int(),
    dashboards: z.int(),
    corrections: z.int().meta({ description: 'Channels with a correction.' }),
    computed_channels: z.int(),
    run_plans: z.int(),
    passwords_needed: z.array(z.string()).meta({
      description: 'Identifiers of the MQTT clients whose password, certificate or key must be entered again.',
    }),
    notes: z.array(z.string()).meta({
      description: 'Items that were not restored, with the reason, and remaining steps, as sentences.',
    }),
    kept: z.string().meta({
      description: 'File in the data folder with the previous settings. It can be restored.',
    }),
  })
  .meta({ id: 'Restored' });
export type RestoreResult = z.infer<typeof restoredSchema>;
