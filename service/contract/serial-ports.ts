/** Wire types of serial ports, `/app/v1/serial-ports`. */
import * as z from 'zod';

/** Maximum serial ports added by hand. */
export const MAX_ADDED_PORTS = 100;

/** A path or COM name, as stored in the settings. */
export const serialPortPathSchema = z.string().min(1, { error: 'must not be empty' }).max(1024);

export const serialPortSchema = z
  .strictObject({
    path: z.string().meta({ description: 'Path or COM name.', example: '/dev/ttyUSB0' }),
    origin: z.enum(['found', 'added', 'flag']).meta({
      description:
        '`found`: detected by its USB IDs. `added`: added in the settings. `flag`: set by `--serial-port` or `MENSURA_SERIAL_PORTS`.',
    }),
    state: z.enum(['opening', 'asking', 'attached', 'silent', 'busy', 'denied', 'missing', 'failed']).meta({
      description:
        '`opening`: being opened. `asking`: open, and the device is being identified. `attached`: its device is connected. `silent`: open, without valid data. `busy`: another program uses it. `denied`: this account may not open it. `missing`: it does not exist now. `failed`: opening it failed in another way.',
    }),
    device: z.string().nullable().meta({ description: 'Serial number of the device connected there.' }),
    problem: z
      .strictObject({ text: z.string(), remedy: z.string() })
      .nullable()
      .meta({ description: 'Problem of a port without a device, with its remedy.' }),
  })
  .meta({ id: 'SerialPort' });
export type SerialPortView = z.infer<typeof serialPortSchema>;

export const serialPortsSchema = z
  .strictObject({
    ports: z.array(serialPortSchema).meta({ description: 'Added ports, then detected ports by path.' }),
  })
  .meta({ id: 'SerialPorts' });
export type SerialPortViews = z.infer<typeof serialPortsSchema>;

/** The ports that the system lists, whether Mensura uses them or not. */
export const listedPortsSchema = z
  .strictObject({
    ports: z.array(
      z.strictObject({
        path: z.string(),
        manufacturer: z.string().meta({ description: 'Empty if the system does not name one.' }),
        usb: z.boolean().meta({ description: 'Whether it is the port of a USB device.' }),
      }),
    ),
  })
  .meta({ id: 'ListedSerialPorts' });
export type ListedPorts = z.infer<typeof listedPortsSchema>;

export const serialPortInputSchema = z
  .strictObject({ path: serialPortPathSchema.meta({ description: 'Path or COM name.' }) })
  .meta({ id: 'SerialPortInput' });

export const serialPortTestSchema = z
  .strictObject({
    ok: z.boolean().meta({ description: 'Whether a device responded.' }),
    text: z.string().meta({ description: 'Test result, as a sentence.' }),
    remedy: z.string().meta({ description: 'Remedy; empty if a device responded.' }),
  })
  .meta({ id: 'SerialPortTest' });
export type SerialPortTest = z.infer<typeof serialPortTestSchema>;
