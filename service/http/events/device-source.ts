import type { AppDevice, EntityEvent } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { DisconnectedDevice } from '../../devices/known-devices.ts';
import { deviceKey } from '../../devices/types.ts';
import { appDeviceView, disconnectedDeviceView } from '../../devices/views.ts';
import type { HttpOptions } from '../options.ts';
import { encodeBody } from './stream-event.ts';
import type { EntitySource, ReportEntity } from './stream-publisher.ts';

type DeviceSourceOptions = Pick<HttpOptions, 'registry' | 'devices'>;

/** A device with its user settings. */
export function deviceView({ registry, devices }: DeviceSourceOptions, device: DeviceState): AppDevice {
  const { description } = device;
  const canSwitchProtocol = registry.canSwitchProtocol(description);
  return appDeviceView(device, { ...devices.get(description), canSwitchProtocol });
}

/** A device that was connected before, likewise. */
export function disconnectedView({ devices }: Pick<HttpOptions, 'devices'>, device: DisconnectedDevice): AppDevice {
  return disconnectedDeviceView(device, devices.get(device.description));
}

/** The part of a device that a `readings` event does not have: the state, and reasons for missing values. */
function beyondReadings({ state, readings, uncorrected }: DeviceState): string {
  let text: string = state;
  for (const [label, { value, reason }] of readings) if (!value) text += `\n${label}: ${reason}`;
  for (const [label, { value, reason }] of uncorrected) if (!value) text += `\n${label}: ${reason}`;
  return text;
}

/** The connected devices. */
export class DeviceSource implements EntitySource {
  readonly #options: DeviceSourceOptions;
  /** The state of each device beyond its readings, as last published. */
  readonly #reported = new WeakMap<DeviceState, string>();
  /** The event of each device until the device changes, so that readers who reconnect at the same time share it. */
  readonly #current = new WeakMap<DeviceState, { revision: number; rejected: number; body: Buffer }>();

  constructor(options: DeviceSourceOptions) {
    this.#options = options;
  }

  *list(): Generator<Buffer> {
    const { registry } = this.#options;
    for (const device of registry.all()) {
      if (registry.get(device.description) === device) yield this.#currentBody(device);
    }
  }

  subscribe(report: ReportEntity): (() => void)[] {
    const { registry, devices } = this.#options;
    const { events } = registry;
    const reportDevice = (device: DeviceState): void => {
      // User settings have no revision.
      this.#current.delete(device);
      this.#reported.set(device, beyondReadings(device));
      report(() => this.#eventOf(device));
    };
    return [
      events.on('attached', reportDevice),
      events.on('changed', reportDevice),
      events.on('readings', ({ device }) => {
        if (this.#reported.get(device) !== beyondReadings(device)) reportDevice(device);
      }),
      events.on('removed', ({ reason, ...key }) =>
        report(() => ({ kind: 'device', key: deviceKey(key), value: null, reason })),
      ),
      devices.events.on('changed', (key) => {
        const device = registry.get(key);
        if (device) reportDevice(device);
      }),
    ];
  }

  /** As bytes: the views of many devices would take much more memory. */
  #currentBody(device: DeviceState): Buffer {
    const { revision, rejected } = device;
    const known = this.#current.get(device);
    if (known?.revision === revision && known.rejected === rejected) return known.body;
    const body = encodeBody('entity', this.#eventOf(device));
    this.#current.set(device, { revision, rejected, body });
    return body;
  }

  #eventOf(device: DeviceState): EntityEvent {
    return { kind: 'device', key: deviceKey(device.description), value: deviceView(this.#options, device) };
  }
}
