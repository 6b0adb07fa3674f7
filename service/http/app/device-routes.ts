/** `/app/v1/devices`: devices of both families with their user settings. */
import type { Request } from 'express';
import {
  type AppDevice,
  type AppDevices,
  devicePatchSchema,
  familySchema,
  protocolSwitchSchema,
} from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { Registry } from '../../devices/registry.ts';
import { appDeviceView } from '../../devices/views.ts';
import { MensuraError } from '../../support/errors.ts';
import type { DeviceSettings } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

export interface DeviceRoutesOptions {
  registry: Registry;
  devices: DeviceSettings;
}

export function deviceRoutes({ registry, devices }: DeviceRoutesOptions): Resource[] {
  const view = (device: DeviceState): AppDevice =>
    appDeviceView(device, {
      ...devices.get(device.description),
      canSwitchProtocol: registry.canSwitchProtocol(device.description),
    });

  /** @throws MensuraError `not-found` */
  function find({ params }: Request): DeviceState {
    const serial = String(params['serial']);
    const family = familySchema.safeParse(params['family']);
    if (!family.success) {
      throw new MensuraError('not-found', `Unknown family ${String(params['family'])}. Use usb or gateway.`);
    }
    const device = registry.get({ family: family.data, serial });
    if (!device) throw new MensuraError('not-found', `No ${family.data} device with serial number ${serial}.`);
    return device;
  }

  /**
   * Channels can be named if the device has them, or had them when they were named.
   * @throws MensuraError `bad-request`
   */
  function requireChannels({ description }: DeviceState, labels: readonly string[]): void {
    const { channelNames } = devices.get(description);
    const stranger = labels.find(
      (label) => !Object.hasOwn(description.product.channels, label) && !Object.hasOwn(channelNames, label),
    );
    if (stranger === undefined) return;
    const known = Object.keys(description.product.channels).join(', ');
    throw new MensuraError('bad-request', `channels.${stranger}: unknown channel; the device has ${known}.`);
  }

  return [
    {
      path: '/app/v1/devices',
      get: (_request, response) => {
        const all = [...registry.list('usb'), ...registry.list('gateway')];
        const list: AppDevices = { devices: all.map(view), problems: registry.problems() };
        sendJson(response, list);
      },
    },
    {
      path: '/app/v1/devices/:family/:serial',
      get: (request, response) => sendJson(response, view(find(request))),
      patch: async (request, response, body) => {
        const device = find(request);
        const { family, serial } = device.description;
        const patch = checkBody(devicePatchSchema, body);
        requireChannels(device, Object.keys(patch.channels ?? {}));
        await devices.patch({ family, serial }, patch);
        // The device can disconnect while the change is applied.
        sendJson(response, view(find(request)));
      },
    },
    {
      path: '/app/v1/devices/:family/:serial/protocol',
      post: async (request, response, body) => {
        const { family, serial } = find(request).description;
        const { protocol } = checkBody(protocolSwitchSchema, body);
        await registry.setProtocol({ family, serial }, protocol);
        sendJson(response, { protocol });
      },
    },
  ];
}
