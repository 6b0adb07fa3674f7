/** The settings of an installation: one schema for the file, its validation and, later, the form. */
import * as z from 'zod';
import { displayUnitProblem } from './display-units.ts';
import { csvOptionsSchema } from './exports.ts';
import { parseChannelPath } from './history.ts';
import { PERIOD_MS } from './period.ts';
import { DEFAULT_PORT } from './version.ts';

/** The most simulated devices of one family. */
const MAX_SIMULATED = 10_000;

const days = z.int().min(1).max(36_500);

/** The most web origins that may use the API. */
export const MAX_ORIGINS = 100;

/** The most channels in the tray menu. */
export const MAX_PINNED = 10;

const channelPathSchema = z
  .string()
  .max(1000)
  .refine((path) => parseChannelPath(path) !== undefined, {
    message: 'is not a channel: write family, serial number and channel, as in "usb/E24638/temperature"',
  });

/** An origin as a browser sends it: scheme, host, port if it is not the scheme's own; no path. */
const originSchema = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'is not an origin: write scheme, host and port, as in "https://tools.example:8443"',
});

/** By unit of the contract the unit that is shown for it; only what `display-units.ts` can convert. */
const displayUnitsSchema = z.record(z.string().max(32), z.string().max(32)).superRefine((units, context) => {
  for (const [unit, shown] of Object.entries(units)) {
    const message = displayUnitProblem(unit, shown);
    if (message) context.addIssue({ code: 'custom', message, path: [unit] });
  }
});

/** `settings.json` in the data folder. What the file leaves out has the default. */
export const settingsSchema = z
  .strictObject({
    version: z.literal(1).default(1).meta({ description: 'The form of this file.' }),
    port: z.int().min(0).max(65_535).default(DEFAULT_PORT).meta({ description: '0 takes any free port.' }),
    allowed_origins: z
      .array(originSchema)
      .max(MAX_ORIGINS)
      .default([])
      .meta({ description: 'Web origins, other than its own, whose pages may use the API.' }),
    refuse_other_users: z.enum(['nothing', 'writes', 'everything']).default('writes').meta({
      description:
        'What is refused to other users of this computer, root excepted: `writes` of the app API, or `everything`. Has no effect where the system does not show whose a connection is.',
    }),
    serial_ports: z
      .array(z.string().min(1).max(1024))
      .max(100)
      .default([])
      .meta({ description: 'Serial ports that cannot be discovered.' }),
    log_level: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
    simulate: z.boolean().default(false).meta({ description: 'Show simulated instruments.' }),
    simulate_usb: z.int().min(0).max(MAX_SIMULATED).default(5),
    simulate_gateway: z.int().min(0).max(MAX_SIMULATED).default(2),
    simulate_period: z
      .int()
      .min(10)
      .max(PERIOD_MS.max)
      .default(PERIOD_MS.default)
      .meta({ description: 'Milliseconds.' }),
    simulate_publish: z.boolean().default(false).meta({ description: 'Store and publish simulated readings too.' }),
    discovery: z
      .boolean()
      .default(false)
      .meta({ description: 'Offer the MQTT clients on the local network, and find other Mensuras there.' }),
    history: z.boolean().default(true).meta({ description: 'Keep what is measured.' }),
    history_raw_days: days.default(90).meta({ description: 'How many days the readings themselves are kept.' }),
    history_minute_days: days
      .default(730)
      .meta({ description: 'How many days the sums by the minute are kept; those by the hour are kept for ever.' }),
    history_max_gib: z
      .number()
      .min(0.05)
      .max(100_000)
      .default(10)
      .meta({ description: 'The most that all of it may take on disk, in GiB; then the oldest goes first.' }),
    csv_log: z
      .boolean()
      .default(false)
      .meta({ description: 'Write what is measured to CSV files, one a day and device.' }),
    csv_log_folder: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: 'Where to; left out: the folder "csv" in the data folder.' }),
    csv_log_interval_s: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .meta({ description: 'Seconds between two rows; 0: a row for every sampling moment.' }),
    csv_log_options: csvOptionsSchema.prefault({}),
    display_units: displayUnitsSchema.default({}).meta({
      description: 'What the GUI shows for a unit of the contract, as in {"°C": "°F"}. The API keeps its units.',
    }),
    keep_running: z
      .boolean()
      .default(true)
      .meta({ description: 'Closing the window leaves the service running, where the desktop has a tray.' }),
    start_at_login: z.boolean().default(false).meta({
      description: 'The desktop app starts when the user logs in. Follows what the system says at each start.',
    }),
    start_hidden: z
      .boolean()
      .default(false)
      .meta({ description: 'The desktop app starts without its window, where the desktop has a tray.' }),
    pinned_channels: z
      .array(channelPathSchema)
      .max(MAX_PINNED)
      .refine((paths) => new Set(paths).size === paths.length, { message: 'names a channel twice' })
      .default([])
      .meta({ description: 'Channels whose latest values stand in the tray menu, as `usb/E24638/temperature`.' }),
    update_feed: z
      .url({ protocol: /^https$/ })
      .max(1024)
      .optional()
      .meta({
        description: 'Where the desktop app looks for newer releases; left out: nowhere. Never changed over HTTP.',
      }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

const { shape } = settingsSchema;

/**
 * What may be changed through the API. Folders, serial ports and the place of updates are chosen at the computer itself,
 * never through HTTP. Without the defaults: what a patch leaves out stays as it is.
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
    history: shape.history.unwrap(),
    history_raw_days: shape.history_raw_days.unwrap(),
    history_minute_days: shape.history_minute_days.unwrap(),
    history_max_gib: shape.history_max_gib.unwrap(),
    csv_log: shape.csv_log.unwrap(),
    csv_log_interval_s: shape.csv_log_interval_s.unwrap(),
    csv_log_options: shape.csv_log_options.unwrap(),
    display_units: shape.display_units.unwrap(),
    keep_running: shape.keep_running.unwrap(),
    start_at_login: shape.start_at_login.unwrap(),
    start_hidden: shape.start_hidden.unwrap(),
    pinned_channels: shape.pinned_channels.unwrap(),
  })
  .partial()
  .meta({ id: 'SettingsPatch' });
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** What is true of the settings in this run, beside their values. */
export const settingsFactsSchema = z
  .strictObject({
    data_folder: z.string(),
    settings_file: z.string(),
    platform: z.enum(['linux', 'darwin', 'win32', 'other']),
    knows_other_users: z.boolean().meta({
      description: 'Whether the system shows whose a connection is, so that `refuse_other_users` has an effect.',
    }),
    overridden: z.record(z.string(), z.string()).meta({
      description:
        'By setting what stands before it in this run: `{"port": "--port"}`, `{"log_level": "MENSURA_LOG_LEVEL"}`. Such a setting is saved, and has its effect on a start without that flag or variable.',
    }),
    pending: z
      .array(z.string())
      .meta({ description: 'Settings that were changed and have their effect at the next start.' }),
  })
  .meta({ id: 'SettingsFacts' });
export type SettingsFacts = z.infer<typeof settingsFactsSchema>;

/** The most devices that are remembered. */
export const MAX_REMEMBERED_DEVICES = 10_000;

/** What the service remembers of one device, by `family/serial`, in `devices.json`. */
export const deviceMemorySchema = z.strictObject({
  alias: z.string().optional(),
  note: z.string().optional(),
  /** By channel; only what is set. */
  channels: z
    .record(z.string(), z.strictObject({ alias: z.string().optional(), note: z.string().optional() }))
    .optional(),
  period_ms: z.int().min(PERIOD_MS.min).max(PERIOD_MS.max).optional(),
});
export type DeviceMemory = z.infer<typeof deviceMemorySchema>;
