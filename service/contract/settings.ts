/** The settings of an installation: one schema for the file, its validation and, later, the form. */
import * as z from 'zod';
import { PERIOD_MS } from './period.ts';
import { DEFAULT_PORT } from './version.ts';

/** The most simulated devices of one family. */
const MAX_SIMULATED = 10_000;

/** An origin as a browser sends it: scheme, host, port if it is not the scheme's own; no path. */
const originSchema = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  message: 'is not an origin: write scheme, host and port, as in "https://tools.example:8443"',
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
    keep_running: z
      .boolean()
      .default(true)
      .meta({ description: 'Closing the window leaves the service running, where the desktop has a tray.' }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

/** What the service remembers of one device, by `family/serial`, in `devices.json`. */
export const deviceMemorySchema = z.strictObject({
  alias: z.string().optional(),
  note: z.string().optional(),
  period_ms: z.int().min(PERIOD_MS.min).max(PERIOD_MS.max).optional(),
});
export type DeviceMemory = z.infer<typeof deviceMemorySchema>;
