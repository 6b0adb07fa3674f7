/** Wire types of the app API, `/app/v1/`: what the window and users' tools need beyond the contract. */
import * as z from 'zod';
import { MAX_LABEL } from './channel-labels.ts';
import { deviceSchema, familySchema, productSchema, timestampSchema } from './devices.ts';
import { historyStateSchema } from './history.ts';
import { PERIOD_MS } from './period.ts';
import { groupText } from './schema-parts.ts';
import { seaLevelPressureSchema } from './sea-level-pressure.ts';

/** A condition that needs attention, with its remedy. */
export const problemSchema = z
  .strictObject({
    code: z.string().meta({ description: 'Stable, documented code of the problem.', example: 'port-busy' }),
    subject: z.string().meta({ description: 'The affected port, serial number or folder.' }),
    text: z.string().meta({ description: 'What happened, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it; empty if unknown.' }),
    since: timestampSchema,
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

/**
 * `starting`: no sample set yet. `failing`: it responds, but no channel has a valid reading. `silent`: it is connected,
 * without a sample set for max(3 periods, 2 s). `disconnected`: it was connected before.
 */
export const deviceStateSchema = z
  .enum(['starting', 'measuring', 'failing', 'silent', 'disconnected'])
  .meta({ id: 'DeviceState' });
export type DeviceStateName = z.infer<typeof deviceStateSchema>;

/** USB mode (the maker's USB protocol) or VCP mode (lines over a virtual serial port). */
export const protocolNameSchema = z.enum(['usb', 'vcp']).meta({ id: 'ProtocolName' });
export type ProtocolName = z.infer<typeof protocolNameSchema>;

/** Maximum channels of one device with a user's name or note. */
export const MAX_NAMED_CHANNELS = 200;

/** A name on a single line. */
export const aliasText = z
  .string()
  .max(100)
  .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' });

export const noteText = z.string().max(2000);

/** A user's name and note for a channel. Only the window shows them. */
export const channelNameSchema = z
  .strictObject({
    alias: z.string().meta({ description: 'Empty if not set.' }),
    note: z.string(),
  })
  .meta({ id: 'ChannelName' });
export type ChannelName = z.infer<typeof channelNameSchema>;

/** A device of the app API: the contract's device and product, and what the contract does not cover. */
export const appDeviceSchema = z
  .strictObject({
    family: familySchema,
    serial: z.string(),
    also_behind: z.array(z.string()).meta({
      description:
        'Serial numbers of other gateways that report the same device. Its readings come from the first gateway only.',
    }),
    alias: z.string().meta({ description: 'User-defined name; empty if not set.' }),
    note: z.string(),
    group: z.string().meta({ description: "The user's group of the device; empty if it has none." }),
    favorite: z.boolean().meta({ description: 'Whether the window lists the device first.' }),
    channel_names: z.record(z.string(), channelNameSchema).meta({
      description: 'User-defined names and notes by channel, if set. The API, MQTT and exports use the channel names.',
    }),
    channel_labels: z.record(z.string(), z.string()).meta({
      description: `Labels that the device reports for its channels, if any: the heading of a column or the sensor chip, on one line of at most ${MAX_LABEL} characters.`,
    }),
    sea_level_pressure_pa: z.number().meta({
      description: 'Pressure at sea level from which altitudes of the device are computed, in pascals.',
    }),
    own_sea_level_pressure_pa: z
      .number()
      .nullable()
      .meta({ description: "The device's own value of it; null if the one of the settings applies." }),
    simulated: z.boolean(),
    connected: z.boolean().meta({
      description: 'False for a device that was connected before: its values are the last ones, with their timestamps.',
    }),
    last_seen: timestampSchema
      .nullable()
      .meta({ description: 'Time at which the device disconnected; null while it is connected.' }),
    disconnect_reason: z
      .string()
      .meta({ description: 'Why the device disconnected; empty while it is connected, or if unknown.' }),
    protocol: protocolNameSchema
      .nullable()
      .meta({ description: 'Current mode; null if unknown, for example for a device on a gateway.' }),
    can_switch_protocol: z.boolean().meta({
      description: 'Whether the device can switch between USB and VCP mode in its current connection.',
    }),
    state: deviceStateSchema,
    last_reading: timestampSchema
      .nullable()
      .meta({ description: 'Time of the latest sample set; null before the first.' }),
    reasons: z
      .record(z.string(), z.string())
      .meta({ description: 'The reason for each channel without a valid reading.' }),
    counters: z.strictObject({ samplings: z.int(), rejected: z.int() }).meta({
      description: 'Sample sets received, and lines or replies rejected (CRC, format), since the device connected.',
    }),
    device: deviceSchema,
    product: productSchema,
  })
  .meta({ id: 'AppDevice' });
export type AppDevice = z.infer<typeof appDeviceSchema>;

export const appDevicesSchema = z
  .strictObject({ devices: z.array(appDeviceSchema), problems: z.array(problemSchema) })
  .meta({ id: 'AppDevices' });
export type AppDevices = z.infer<typeof appDevicesSchema>;

/** User-defined names and notes by channel. */
export const channelNamesInput = z
  .record(z.string(), z.strictObject({ alias: aliasText.optional(), note: noteText.optional() }))
  .refine((channels) => Object.keys(channels).length <= MAX_NAMED_CHANNELS, {
    message: `must name at most ${MAX_NAMED_CHANNELS} channels`,
  });

/** Changes to a device; omitted fields stay. */
export const devicePatchSchema = z
  .strictObject({
    alias: aliasText.optional(),
    note: noteText.optional(),
    group: groupText.optional().meta({ description: 'An empty string removes the device from its group.' }),
    favorite: z.boolean().optional(),
    channels: channelNamesInput
      .optional()
      .meta({ description: 'By channel. An empty string deletes the name or note.' }),
    period_ms: z.int().min(PERIOD_MS.min).max(PERIOD_MS.max).optional(),
    sea_level_pressure_pa: seaLevelPressureSchema.nullable().optional().meta({
      description: 'In pascals, for altitudes of the device; null: the one of the settings applies.',
    }),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'must set alias, note, group, favorite, channels, period_ms or sea_level_pressure_pa',
  })
  .meta({ id: 'DevicePatch' });
export type DevicePatch = z.infer<typeof devicePatchSchema>;

/** Renames a group of devices, or removes it; the devices stay. */
export const groupPatchSchema = z
  .strictObject({
    group: groupText.min(1).meta({ description: 'The current name.' }),
    name: groupText.meta({
      description: 'The new name. The name of another group merges the two; an empty string removes the group.',
    }),
  })
  .meta({ id: 'GroupPatch' });
export type GroupPatch = z.infer<typeof groupPatchSchema>;

export const groupPatchedSchema = z
  .strictObject({ devices: z.int().meta({ description: 'Devices that were in the group.' }) })
  .meta({ id: 'GroupPatched' });
export type GroupPatched = z.infer<typeof groupPatchedSchema>;

export const protocolSwitchSchema = z.strictObject({ protocol: protocolNameSchema }).meta({ id: 'ProtocolSwitch' });
export type ProtocolSwitch = z.infer<typeof protocolSwitchSchema>;

/** One sample set. A channel without a valid reading has `magnitude` null. */
export const readingsEventSchema = z
  .strictObject({
    family: familySchema,
    serial: z.string(),
    timestamp: timestampSchema,
    values: z.record(z.string(), z.strictObject({ magnitude: z.number().nullable(), unit: z.string() })),
  })
  .meta({ id: 'ReadingsEvent' });
export type ReadingsEvent = z.infer<typeof readingsEventSchema>;

/** State of the service, for the status line. */
export const appStatusSchema = z
  .strictObject({
    service_name: z.string(),
    version: z.string(),
    status: z.string().meta({ description: 'As in service information: `ok`, or `error: ` and a short cause.' }),
    address: z.string().meta({ description: 'Base URL of the service.' }),
    host: z.enum(['desktop', 'headless']).meta({ description: 'The program that runs the service.' }),
    started: timestampSchema,
    time: timestampSchema.meta({
      description: 'Current time of the service clock, which sets the timestamps of its own readings.',
    }),
    devices: z.int(),
    simulated_devices: z.int(),
    readings_total: z.int().meta({ description: 'Readings since the service started.' }),
    readings_per_second: z.number().meta({ description: 'Average of the last 10 s.' }),
    streams: z.int().meta({ description: 'Open event streams.' }),
    coalesced_total: z.int().meta({
      description: 'Readings skipped for slow event stream clients because a newer one replaced them.',
    }),
    mqtt_clients: z.int().meta({ description: 'Configured MQTT clients.' }),
    mqtt_online: z.int().meta({ description: 'Connected MQTT clients.' }),
    gateways: z.int().meta({ description: 'Configured gateways.' }),
    gateways_online: z.int().meta({ description: 'Connected gateways.' }),
    history: historyStateSchema,
    history_bytes: z.int().meta({ description: 'Size of the history on disk, in bytes.' }),
    history_dropped: z.int().meta({ description: 'Readings discarded since the service started.' }),
    alarms_active: z.int().meta({ description: 'Active alarms.' }),
    alarms_unacknowledged: z.int().meta({ description: 'Unacknowledged alarms, active or cleared.' }),
    problems: z.array(problemSchema),
  })
  .meta({ id: 'AppStatus' });
export type AppStatus = z.infer<typeof appStatusSchema>;
