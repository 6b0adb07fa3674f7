/** `/app/v1/devices`: devices of both families with their user settings. */
import {
  type AppDevice,
  type AppDevices,
  devicePatchSchema,
  FAMILIES,
  familySchema,
  type GroupPatched,
  groupPatchSchema,
  protocolSwitchSchema,
} from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { DisconnectedDevice } from '../../devices/known-devices.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { invalidFields, MensuraError } from '../../support/errors.ts';
import { deviceView, disconnectedView } from '../events/device-source.ts';
import { FAMILY, queryParameter, SERIAL } from '../openapi/operation.ts';
import { type Call, operationsOf, type Route, type Services, STORAGE_FAILED } from './route.ts';
import { singleParameter } from './time-range-query.ts';

/** @throws MensuraError `not-found` for an unknown family */
export function deviceKeyOf({ request: { params } }: Call): DeviceKey {
  const family = familySchema.safeParse(params['family']);
  if (!family.success) {
    throw new MensuraError('not-found', `Unknown family ${String(params['family'])}. Use ${FAMILIES.join(' or ')}.`);
  }
  return { family: family.data, serial: String(params['serial']) };
}

const KNOWN = queryParameter('known', 'Includes devices that were connected before.', {
  type: 'boolean',
  default: false,
});

/** @throws MensuraError `bad-request` */
function includesKnown({ query }: Call): boolean {
  const known = singleParameter(query, 'known') ?? 'false';
  if (known === 'true' || known === 'false') return known === 'true';
  throw invalidFields([{ path: 'known', message: `must be true or false, got "${known}"` }]);
}

/** @throws MensuraError `not-found` */
function find(call: Call): DeviceState {
  const key = deviceKeyOf(call);
  const device = call.services.registry.get(key);
  if (!device) throw noDevice(key);
  return device;
}

function noDevice({ family, serial }: DeviceKey): MensuraError {
  return new MensuraError('not-found', `No ${family} device with serial number ${serial}.`);
}

/** @throws MensuraError `not-found` */
function findKnown(call: Call): DeviceState | DisconnectedDevice {
  const key = deviceKeyOf(call);
  const { registry, known } = call.services;
  const device = registry.get(key) ?? known.get(key);
  if (!device) throw noDevice(key);
  return device;
}

function viewOf(services: Services, device: DeviceState | DisconnectedDevice): AppDevice {
  return 'state' in device ? deviceView(services, device) : disconnectedView(services, device);
}

/**
 * Channels can be named if the device has them, or had them when they were named.
 * @throws MensuraError `bad-request`
 */
function requireChannels(
  { devices }: Services,
  { description, product }: Pick<DeviceState, 'description' | 'product'>,
  labels: readonly string[],
): void {
  const { channelNames } = devices.get(description);
  const stranger = labels.find(
    (label) => !Object.hasOwn(product.channels, label) && !Object.hasOwn(channelNames, label),
  );
  if (stranger === undefined) return;
  const known = Object.keys(product.channels).join(', ');
  throw new MensuraError('bad-request', `channels.${stranger}: unknown channel; the device has ${known}.`);
}

const UNKNOWN_DEVICE = 'No such device in the family.';
const NO_REPLY = 'The device did not reply in time.';

const { read, write } = operationsOf('App API');

export const DEVICE_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/devices',
    get: read('devices', 'List all devices and open problems', {
      parameters: [KNOWN],
      ok: ['Devices and problems.', 'AppDevices'],
      handle: (call): AppDevices => {
        const { services } = call;
        const { registry, known } = services;
        const devices = [...registry.all(), ...(includesKnown(call) ? known.list() : [])];
        return { devices: devices.map((device) => viewOf(services, device)), problems: registry.problems() };
      },
    }),
  },
  {
    path: '/app/v1/devices/:family/:serial',
    get: read('device', 'Get a device', {
      parameters: [FAMILY, SERIAL, KNOWN],
      ok: ['The device.', 'AppDevice'],
      errors: { '404': UNKNOWN_DEVICE },
      handle: (call) => viewOf(call.services, includesKnown(call) ? findKnown(call) : find(call)),
    }),
    patch: write('patch-device', 'Change the names, notes, group, favorite status or sampling period of a device', {
      description:
        'Omitted fields are not changed. All changes of a request are applied, or none. All but the sampling period can be changed while the device is disconnected.',
      parameters: [FAMILY, SERIAL],
      body: { schema: devicePatchSchema, example: { period_ms: 500 } },
      ok: ['The changed device.', 'AppDevice'],
      errors: {
        '404': UNKNOWN_DEVICE,
        '409': 'The sampling period of a device on a gateway is set at the gateway, and the device must be connected.',
        '500': STORAGE_FAILED,
        '502': 'The device rejected the sampling period.',
        '504': NO_REPLY,
      },
      handle: async (call) => {
        const { services } = call;
        const device = findKnown(call);
        const { family, serial } = device.description;
        const patch = call.body();
        requireChannels(services, device, Object.keys(patch.channels ?? {}));
        if (patch.period_ms !== undefined && !services.registry.get({ family, serial })) {
          throw new MensuraError('conflict', `${serial} is disconnected. Connect it to change its sampling period.`);
        }
        await services.devices.patch({ family, serial }, patch);
        // The device can disconnect while the change is applied.
        return viewOf(services, findKnown(call));
      },
    }),
    delete: write('remove-device', 'Forget a disconnected device', {
      description:
        'It is listed again when it connects. Its history, name, notes, group and alarm rules are not deleted.',
      parameters: [FAMILY, SERIAL],
      errors: { '404': UNKNOWN_DEVICE, '409': 'The device is connected.' },
      handle: async (call) => {
        await call.services.known.forget(deviceKeyOf(call));
      },
    }),
  },
  {
    path: '/app/v1/device-groups',
    patch: write('patch-device-group', 'Rename or remove a group of devices', {
      description:
        'Includes disconnected devices. Alarm rules of the group follow its new name. The devices of a removed group stay, without a group.',
      body: { schema: groupPatchSchema, example: { group: 'Lab', name: 'Laboratory 2' } },
      ok: ['The number of devices that were in the group.', 'GroupPatched'],
      errors: {
        '404': 'No device is in the group.',
        '409': 'Two alarm rules would be identical.',
        '500': STORAGE_FAILED,
      },
      handle: async (call): Promise<GroupPatched> => {
        const patch = call.body();
        const { alarms, devices } = call.services;
        return { devices: await alarms.renameGroup(patch, () => devices.renameGroup(patch.group, patch.name)) };
      },
    }),
  },
  {
    path: '/app/v1/devices/:family/:serial/protocol',
    post: write('switch-protocol', 'Switch the mode of a device', {
      description:
        'The device disconnects, restarts in the requested mode and reconnects. The response is sent once the command is written to the device.',
      parameters: [FAMILY, SERIAL],
      body: { schema: protocolSwitchSchema, example: { protocol: 'usb' } },
      ok: ['The command was written to the device.', 'ProtocolSwitch'],
      errors: {
        '404': UNKNOWN_DEVICE,
        '409': 'The device is already in that mode, or cannot switch modes.',
        '502': 'The device rejected the command.',
        '504': NO_REPLY,
      },
      handle: async (call) => {
        const { family, serial } = find(call).description;
        const { protocol } = call.body();
        await call.services.registry.setProtocol({ family, serial }, protocol);
        return { protocol };
      },
    }),
  },
];
