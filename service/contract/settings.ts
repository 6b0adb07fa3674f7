/** The settings of an installation: one schema for the file, the API and the form. */
import * as z from 'zod';
import { displayUnitError } from './display-units.ts';
import { csvOptionsSchema, intervalValuesSchema, rowIntervalSchema } from './exports.ts';
import { channelPathSchema } from './history.ts';
import { PERIOD_MS } from './period.ts';
import { SEA_LEVEL_PRESSURE_PA, seaLevelPressureSchema } from './sea-level-pressure.ts';
import { MAX_ADDED_PORTS, serialPortPathSchema } from './serial-ports.ts';
import { DEFAULT_PORT } from './version.ts';

/** Maximum simulated devices of one family. */
const MAX_SIMULATED = 10_000;

const days = z.int().min(1).max(36_500);

/** Maximum web origins that may use the API. */
export const MAX_ORIGINS = 100;

/** Maximum channels in the tray menu. */
export const MAX_PINNED = 10;

/** An origin as browsers send it: scheme, host, and the port unless it is the default; no path. */
const originSchema = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'must be an origin (scheme, host and port), such as "https://tools.example:8443"',
});

/** Display unit by unit of the contract; only conversions of `display-units.ts`. */
const displayUnitsSchema = z.record(z.string().max(32), z.string().max(32)).superRefine((units, context) => {
  for (const [unit, shown] of Object.entries(units)) {
    const message = displayUnitError(unit, shown);
    if (message) context.addIssue({ code: 'custom', message, path: [unit] });
  }
});

/** `settings.json` in the data folder. Omitted settings have their defaults. */
export const settingsSchema = z
  .strictObject({
    version: z.literal(1).default(1).meta({ description: 'Version of the file format.' }),
    port: z.int().min(0).max(65_535).default(DEFAULT_PORT).meta({ description: 'HTTP port. 0 selects a free port.' }),
    allowed_origins: z
      .array(originSchema)
      .max(MAX_ORIGINS)
      .default([])
      .meta({ description: 'Other web origins whose pages may use the API.' }),
    refuse_other_users: z.enum(['nothing', 'writes', 'everything']).default('writes').meta({
      description:
        'Requests to reject from other accounts of this computer, except root: `writes` of the app API, or `everything`. No effect if the system does not report the owner of a connection.',
    }),
    serial_ports: z
      .array(serialPortPathSchema)
      .max(MAX_ADDED_PORTS)
      .default([])
      .meta({ description: 'Serial ports that are not detected automatically.' }),
    log_level: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
    simulate: z.boolean().default(false).meta({ description: 'Show simulated devices.' }),
    simulate_usb: z.int().min(0).max(MAX_SIMULATED).default(5),
    simulate_gateway: z.int().min(0).max(MAX_SIMULATED).default(2),
    simulate_period: z
      .int()
      .min(10)
      .max(PERIOD_MS.max)
      .default(PERIOD_MS.default)
      .meta({ description: 'Sampling period of the simulated devices, in milliseconds.' }),
    simulate_publish: z
      .boolean()
      .default(false)
      .meta({ description: 'Also store and publish the readings of simulated devices.' }),
    discovery: z
      .boolean()
      .default(false)
      .meta({ description: 'Offer the MQTT clients on the local network and discover other Mensura installations.' }),
    metrics_readings: z.boolean().default(true).meta({ description: 'Include the readings in `/metrics`.' }),
    history: z.boolean().default(true).meta({ description: 'Store readings.' }),
    history_raw_days: days.default(90).meta({ description: 'Retention of raw readings, in days.' }),
    history_minute_days: days
      .default(730)
      .meta({ description: 'Retention of minute aggregates, in days. Hour aggregates have no time limit.' }),
    history_max_gib: z
      .number()
      .min(0.05)
      .max(100_000)
      .default(10)
      .meta({ description: 'Maximum size of the history, in GiB. At the limit the oldest data is deleted.' }),
    csv_log: z.boolean().default(false).meta({ description: 'Write readings to CSV files, one per day and device.' }),
    csv_log_folder: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: 'Folder for CSV files. Default: "csv" in the data folder.' }),
    csv_log_interval_s: rowIntervalSchema
      .default(0)
      .meta({ description: 'Seconds between two rows. 0 writes a row for every sample set.' }),
    csv_log_values: intervalValuesSchema.default(['newest']).meta({
      description:
        'Values of each interval: any of `newest`, `mean`, `min`, `max`, `count`. No effect without an interval.',
    }),
    csv_log_options: csvOptionsSchema.prefault({}),
    display_units: displayUnitsSchema.default({}).meta({
      description:
        'Unit in the window for each API unit, such as `{"°C": "°F"}`. Altitudes (mm) are shown in m by default. API units do not change.',
    }),
    sea_level_pressure_pa: seaLevelPressureSchema.default(SEA_LEVEL_PRESSURE_PA.default).meta({
      description:
        'Pressure at sea level from which altitudes are computed, in pascals, for devices without their own.',
    }),
    keep_running: z
      .boolean()
      .default(true)
      .meta({ description: 'Keep the service running when the window is closed, if the desktop has a tray.' }),
    start_at_login: z.boolean().default(false).meta({
      description: 'Start the desktop app at login. Updated from the system at each start.',
    }),
    start_hidden: z
      .boolean()
      .default(false)
      .meta({ description: 'Start the desktop app without its window, if the desktop has a tray.' }),
    pinned_channels: z
      .array(channelPathSchema)
      .max(MAX_PINNED)
      .refine((paths) => new Set(paths).size === paths.length, { message: 'must not list a channel twice' })
      .default([])
      .meta({ description: 'Channels shown in the tray menu, such as `usb/E24638/temperature`.' }),
    start_dashboard: z
      .string()
      .max(40)
      .default('')
      .meta({ description: 'ID of the dashboard that a new window opens; empty: the list of devices.' }),
    update_feed: z
      .url({ protocol: /^https$/ })
      .max(1024)
      .optional()
      .meta({
        description:
          'URL that the desktop app checks for updates. Omitted: updates are off. Cannot be changed over HTTP.',
      }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

const { shape } = settingsSchema;

/**
 * The settings that the API can change. Folders, serial ports and the update address are set only at the computer
 * itself. Without defaults, so that omitted settings stay.
 */
export const settingsPatchSchema = z
  .strictObject({
    port: shape.port.unwrap(),
    allowed_origins: shape.allowed_origins.unwrap(),
    refuse_other_users: shape.refuse_other_users.unwrap(),
    log_level: shape.log_level.unwrap(),
    simulate: shape.simulate.unwrap(),
    simulate_usb: shape.simulate_usb.unwrap(),
    simulate_gateway: shape.simulate_gateway.unwrap(),
    simulate_period: shape.simulate_period.unwrap(),
    simulate_publish: shape.simulate_publish.unwrap(),
    discovery: shape.discovery.unwrap(),
    metrics_readings: shape.metrics_readings.unwrap(),
    history: shape.history.unwrap(),
    history_raw_days: shape.history_raw_days.unwrap(),
    history_minute_days: shape.history_minute_days.unwrap(),
    history_max_gib: shape.history_max_gib.unwrap(),
    csv_log: shape.csv_log.unwrap(),
    csv_log_interval_s: shape.csv_log_interval_s.unwrap(),
    csv_log_values: shape.csv_log_values.unwrap(),
    csv_log_options: shape.csv_log_options.unwrap(),
    display_units: shape.display_units.unwrap(),
    sea_level_pressure_pa: shape.sea_level_pressure_pa.unwrap(),
    keep_running: shape.keep_running.unwrap(),
    start_at_login: shape.start_at_login.unwrap(),
    start_hidden: shape.start_hidden.unwrap(),
    pinned_channels: shape.pinned_channels.unwrap(),
    start_dashboard: shape.start_dashboard.unwrap(),
  })
  .partial()
  .meta({ id: 'SettingsPatch' });
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** Facts about the settings in this run, besides their values. */
export const settingsFactsSchema = z
  .strictObject({
    data_folder: z.string(),
    settings_file: z.string(),
    platform: z.enum(['linux', 'darwin', 'win32', 'other']),
    knows_other_users: z.boolean().meta({
      description: 'Whether the system reports the owner of a connection, so that `refuse_other_users` has an effect.',
    }),
    overridden: z.record(z.string(), z.string()).meta({
      description:
        'Settings overridden in this run, with the flag or environment variable: `{"port": "--port"}`, `{"log_level": "MENSURA_LOG_LEVEL"}`. Saved values apply the next time Mensura starts without it.',
    }),
    effective: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({
      description: 'Values in this run of the overridden and the pending settings, such as `{"port": 12000}`.',
    }),
    pending: z.array(z.string()).meta({ description: 'Changed settings that apply at the next start.' }),
  })
  .meta({ id: 'SettingsFacts' });
export type SettingsInfo = z.infer<typeof settingsFactsSchema>;

/** Maximum devices with stored settings. */
export const MAX_REMEMBERED_DEVICES = 10_000;

/** The stored settings of one device, by `family/serial`, in `devices.json`. */
export const deviceMemorySchema = z.strictObject({
  alias: z.string().optional(),
  note: z.string().optional(),
  group: z.string().optional(),
  favorite: z.boolean().optional(),
  channels: z
    .record(z.string(), z.strictObject({ alias: z.string().optional(), note: z.string().optional() }))
    .optional(),
  period_ms: z.int().min(PERIOD_MS.min).max(PERIOD_MS.max).optional(),
  sea_level_pressure_pa: seaLevelPressureSchema.optional(),
});
export type SavedDeviceSettings = z.infer<typeof deviceMemorySchema>;
