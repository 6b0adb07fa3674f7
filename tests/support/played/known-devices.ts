import type { StoredDevice } from '../../../service/devices/known-device-store.ts';
import { KnownDevices, type KnownDevicesOptions } from '../../../service/devices/known-devices.ts';
import { silentLogger } from '../../../service/support/logger.ts';

/** The store of `KnownDevices`, in memory: it is written when the test flushes it. */
export class PlayedKnownStore {
  devices: StoredDevice[] = [];
  requests = 0;
  #current: () => StoredDevice[] = () => [];
  readonly writes = {
    request: (): void => {
      this.requests += 1;
    },
    flush: async (): Promise<void> => {
      this.devices = this.#current();
    },
    stop: (): Promise<void> => this.writes.flush(),
  };

  startWriting(current: () => StoredDevice[]): void {
    this.#current = current;
  }
}

/** Known devices in memory; not started. */
export function playedKnownDevices(options: Pick<KnownDevicesOptions, 'registry' | 'clock'>): KnownDevices {
  return new KnownDevices({ ...options, store: new PlayedKnownStore(), logger: silentLogger });
}
