import { type DeviceKey, deviceKey } from '../../../../service/contract/index.ts';
import type { DeviceNames, NameSource } from '../../../../service/mqtt/types.ts';
import { Emitter } from '../../../../service/support/emitter.ts';

/** The user's names, as a test sets them. */
export class PlayedNames implements NameSource {
  readonly events = new Emitter<{ changed: DeviceKey }>((error) => {
    throw error;
  });
  readonly #names = new Map<string, DeviceNames>();

  get(device: DeviceKey): DeviceNames {
    return this.#names.get(deviceKey(device)) ?? { alias: '', channelNames: {} };
  }

  set(device: DeviceKey, names: Partial<DeviceNames>): void {
    this.#names.set(deviceKey(device), { alias: '', channelNames: {}, ...names });
    this.events.emit('changed', device);
  }
}
