/** Whether MQTT accounts for every reading of the registry. */
import type { DeviceCollection } from '../../../service/contract/index.ts';
import { takeSnapshot } from './snapshot.ts';

export class Account {
  readonly #url: string;
  readonly #devices: number;
  /** Channel readings of one sample set of all devices. */
  readonly #perMoment: number;
  /** Readings from before the client was added. */
  #before = 0;

  private constructor(url: string, devices: number, perMoment: number) {
    this.#url = url;
    this.#devices = devices;
    this.#perMoment = perMoment;
  }

  /** Starts the account. The service must have one client and list all its simulated devices of the gateway family. */
  static async open(url: string, devices: number): Promise<Account> {
    const answer = (await (await fetch(`${url}/3.7.0/devices/gateway`)).json()) as DeviceCollection;
    const channels = Object.values(answer.devices).reduce((sum, { channel_list }) => sum + channel_list.length, 0);
    const account = new Account(url, devices, channels);
    account.#before = await account.unaccounted();
    return account;
  }

  /**
   * Readings since `open` that are neither acknowledged, queued, nor counted as discarded; negative if more are
   * counted than were taken.
   */
  async unaccounted(): Promise<number> {
    const { channelReadings, published, queued, dropped } = await takeSnapshot(this.#url);
    const readings = (channelReadings / this.#perMoment) * this.#devices;
    return Math.round(readings - published - queued - dropped - this.#before);
  }
}

/** A sentence about unaccounted readings; empty without any. */
export function accountProblems(unaccounted: number): string[] {
  if (unaccounted === 0) return [];
  return [
    unaccounted > 0
      ? `${unaccounted} readings are neither acknowledged, queued, nor counted as discarded.`
      : `${-unaccounted} more readings are acknowledged, queued or counted as discarded than were taken.`,
  ];
}
