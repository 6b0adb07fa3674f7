/** The schemas of the reads (interface.md#devices). Field names and their meaning never change. */
import * as z from 'zod';
import { FAMILIES } from './families.ts';

export const familySchema = z.enum(FAMILIES).meta({
  id: 'Family',
  description:
    'How a device is connected: by USB or a serial port, or through a gateway. `computed`: a computed channel, whose serial number is its ID.',
});

export const timestampSchema = z
  .string()
  .meta({ description: 'ISO 8601, UTC, millisecond precision.', example: '2026-11-20T14:45:12.318Z' });

/** One reading in the full form: `value` of interface.md#channel-state. */
export const valueSchema = z
  .strictObject({ magnitude: z.number(), timestamp: timestampSchema, unit: z.string() })
  .meta({ id: 'Value' });
export type Value = z.infer<typeof valueSchema>;

/** Channel state (interface.md#channel-state). `value` is null while the channel has no valid reading. */
export const channelStateSchema = z
  .strictObject({
    period_ms: z.int().meta({ description: 'Sampling period in milliseconds.' }),
    value: valueSchema.nullable().meta({ description: 'Latest reading; null if it is not valid.' }),
  })
  .meta({ id: 'ChannelState' });
export type ChannelState = z.infer<typeof channelStateSchema>;

/** Connection details of kind `usb` (interface.md#connections): ids are four uppercase hexadecimal digits. */
export const usbConnectionSchema = z
  .strictObject({ address: z.int(), bus: z.int(), product_id: z.string(), vendor_id: z.string() })
  .meta({ id: 'UsbConnection' });
export type UsbConnection = z.infer<typeof usbConnectionSchema>;

/** Connection details of kind `vcp`: the serial port, as the system names it. */
export const vcpConnectionSchema = z.strictObject({ port: z.string() }).meta({ id: 'VcpConnection' });
export type VcpConnection = z.infer<typeof vcpConnectionSchema>;

/** Connection details of kind `gateway` (interface.md#connections). */
export const gatewayConnectionSchema = z
  .strictObject({ gateway_serial: z.string(), node_id: z.int() })
  .meta({ id: 'GatewayConnection' });
export type GatewayConnection = z.infer<typeof gatewayConnectionSchema>;

/** All kinds of connection of a family are present; null if there is no such connection. */
export const connectionsSchema = z
  .strictObject({
    gateway: gatewayConnectionSchema.nullable().optional(),
    usb: usbConnectionSchema.nullable(),
    vcp: vcpConnectionSchema.nullable(),
  })
  .meta({ id: 'Connections' });
export type Connections = z.infer<typeof connectionsSchema>;

/** Device identity: `info` of interface.md#device. */
export const deviceInfoSchema = z
  .strictObject({
    firmware_version_major: z.int(),
    firmware_version_minor: z.int(),
    product: z.string(),
    serial: z.string(),
    vendor: z.string(),
  })
  .meta({ id: 'DeviceInfo' });
export type DeviceInfo = z.infer<typeof deviceInfoSchema>;

/** A device (interface.md#device). */
export const deviceSchema = z
  .strictObject({
    channel_list: z.array(z.string()),
    channels: z.record(z.string(), channelStateSchema),
    config: z.strictObject({ protocol: z.record(z.string(), z.boolean()) }),
    connections: connectionsSchema,
    info: deviceInfoSchema,
    model: z.string(),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

/** Channel definition: an entry of `channels` of interface.md#product. */
export const channelDefinitionSchema = z
  .strictObject({
    description: z.string(),
    details: z.strictObject({ virtual: z.boolean() }),
    label: z.string(),
    type: z.string(),
    unit: z.string(),
  })
  .meta({ id: 'ChannelDefinition' });
export type ChannelDefinition = z.infer<typeof channelDefinitionSchema>;

/** A product (interface.md#product). Channels are in the product's channel order. */
export const productSchema = z
  .strictObject({
    channels: z.record(z.string(), channelDefinitionSchema),
    info: z.strictObject({
      interfaces: z.record(z.string(), z.string()),
      name: z.string(),
      sku: z.string(),
      vendor: z.string(),
    }),
    model: z.string(),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof productSchema>;

/** The full device information (interface.md#device-collection). */
export const deviceCollectionSchema = z
  .strictObject({ devices: z.record(z.string(), deviceSchema), products: z.record(z.string(), productSchema) })
  .meta({ id: 'DeviceCollection' });
export type DeviceCollection = z.infer<typeof deviceCollectionSchema>;

/** The compact form (interface.md#measurement): channels without a valid reading are absent. */
export const measurementSchema = z
  .strictObject({
    serial: z.string(),
    timestamp: timestampSchema,
    values: z.record(z.string(), z.strictObject({ magnitude: z.number(), unit: z.string() })),
  })
  .meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof measurementSchema>;

/** Service information (interface.md#service-information). */
export const serviceInfoSchema = z
  .strictObject({
    service_name: z.string(),
    status: z.string().meta({ description: '`ok`, or `error: ` and a short cause.' }),
    version: z.strictObject({
      major: z.int(),
      minor: z.int(),
      patch: z.int(),
      tag: z.string(),
      tweak: z.int(),
    }),
  })
  .meta({ id: 'ServiceInfo' });
export type ServiceInfo = z.infer<typeof serviceInfoSchema>;

/** The body of every error response. */
export const messageSchema = z
  .strictObject({
    message: z.string(),
    errors: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .meta({ description: 'App API only: each invalid field.' })
      .optional(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;
