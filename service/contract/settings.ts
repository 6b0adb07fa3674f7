/** The settings of an installation: one schema for the file, its validation and, later, the form. */
import * as z from 'zod';
import { displayUnitProblem } from './display-units.ts';
import { csvOptionsSchema } from './exports.ts';
import { PERIOD_MS } from './period.ts';
import { DEFAULT_PORT } from './version.ts';

/** The most simulated devices of one family. */
const MAX_SIMULATED = 10_000;

const days = z.int().min(1).max(36_500);

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
      .max(100)
      .default([])
      .meta({ description: 'Web origins, other than its own, whose pages may use the API.' }),
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
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

const { shape } = settingsSchema;

/**
 * What may be changed through the API. Folders and ports are chosen at the computer itself, never through HTTP. Without
 * the defaults: what a patch leaves out stays as it is.
 */
export const settingsPatchSchema = z
  .strictObject({
    history: shape.history.unwrap(),
    history_raw_days: shape.history_raw_days.unwrap(),
    history_minute_days: shape.history_minute_days.unwrap(),
    history_max_gib: shape.history_max_gib.unwrap(),
    csv_log: shape.csv_log.unwrap(),
    csv_log_interval_s: shape.csv_log_interval_s.unwrap(),
    csv_log_options: shape.csv_log_options.unwrap(),
    display_units: shape.display_units.unwrap(),
  })
  .partial()
  .meta({ id: 'SettingsPatch' });
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

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
