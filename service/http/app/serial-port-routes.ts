/** `/app/v1/serial-ports`: ports in use, ports that the system lists, and changes of the ports added by hand. */
import { serialPortInputSchema } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';

const PORTS = '/app/v1/serial-ports';

const PATH = pathParameter('id', 'Path or COM name, percent-encoded.', { type: 'string', example: '/dev/ttyUSB0' });

const EXAMPLE = { path: '/dev/ttyUSB0' };

const { read, write } = operationsOf('App API');

/** An allowed page must not have device files opened. */
const ownPagesOnly = 'use serial ports';

export const SERIAL_PORT_ROUTES: readonly Route[] = [
  {
    path: PORTS,
    ownPagesOnly,
    get: read('serial-ports', 'List the serial ports in use and their state', {
      ok: ['The ports.', 'SerialPorts'],
      handle: ({ services }) => services.serialPorts.list(),
    }),
    post: write('add-serial-port', 'Add a serial port that is not detected automatically', {
      description:
        'The port is saved in the settings and opened. It must be a serial port of this computer: on Linux a device file that the kernel lists as a terminal of a port, on macOS `/dev/cu.*` or `/dev/tty.*`, on Windows `COM1` and so on; links are followed. A port that does not exist is opened when it appears.',
      body: { schema: serialPortInputSchema, example: EXAMPLE },
      created: ['The port. `Location` has its path.', 'SerialPort'],
      errors: {
        '409': 'The port is already added, or set by a flag or environment variable.',
        '500': STORAGE_FAILED,
        '503': 'The port is being tested.',
      },
      handle: async ({ services, response, body }) => {
        const port = await services.serialPorts.add(body().path);
        sendCreated(response, PORTS, port.path, port);
      },
    }),
  },
  {
    path: `${PORTS}/listed`,
    ownPagesOnly,
    get: read('listed-serial-ports', 'List all serial ports of this computer', {
      description: 'Ports of USB devices first. Empty if the system cannot list them, such as Linux without udevadm.',
      ok: ['The ports.', 'ListedSerialPorts'],
      handle: ({ services }) => services.serialPorts.listed(),
    }),
  },
  {
    path: `${PORTS}/test`,
    ownPagesOnly,
    post: write('test-serial-port', 'Test a serial port without adding it', {
      description:
        'Opens the port, identifies its device and closes it; a port in use is not opened again. Takes at most 20 s.',
      body: { schema: serialPortInputSchema, example: EXAMPLE },
      ok: ['The test result.', 'SerialPortTest'],
      errors: { '503': 'A serial port is being tested.' },
      handle: ({ services, body }) => services.serialPorts.test(body().path),
    }),
  },
  {
    path: `${PORTS}/:id`,
    ownPagesOnly,
    delete: write('remove-serial-port', 'Remove an added serial port', {
      description: 'Its device disconnects. Nothing stored is deleted.',
      parameters: [PATH],
      errors: {
        '404': 'No such serial port.',
        '409': 'The port was detected, or is set by a flag or environment variable.',
        '500': STORAGE_FAILED,
      },
      handle: ({ services, id }) => services.serialPorts.remove(id),
    }),
  },
];
