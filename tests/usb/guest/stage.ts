/** A running service with virtual instruments beside it, and short ways to ask both. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asNobody, makeOwnFolder } from '../../../build/unprivileged.ts';
import type { DeviceForm } from '../../contract/support/shapes.ts';
import type { VirtualProduct } from '../../instruments/usb/control.ts';
import { type Reads, reads } from '../../serial/support/reads.ts';
import type { AtEnd } from '../../soak/support/ends.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type Instruments, kernelDevices, startInstruments } from './instruments.ts';
import { until } from './until.ts';

/** A device as the app API shows it: what scenarios look at. */
export interface AppDeviceForm {
  serial: string;
  state: string;
  protocol: string | null;
  can_switch_protocol: boolean;
  reasons: Record<string, string>;
  counters: { samplings: number; rejected: number };
  device: DeviceForm;
  product: { channels: Record<string, { details: { virtual: boolean }; unit: string }> };
}

export interface TroubleForm {
  code: string;
  subject: string;
  text: string;
  remedy: string;
}

export class Stage {
  readonly service: RunningService;
  readonly instruments: Instruments;
  readonly api: Reads;

  constructor(service: RunningService, instruments: Instruments) {
    this.service = service;
    this.instruments = instruments;
    this.api = reads(service);
  }

  async appDevice(serial: string): Promise<AppDeviceForm | undefined> {
    const { devices } = (await this.api.app()) as unknown as { devices: AppDeviceForm[] };
    return devices.find((device) => device.serial === serial);
  }

  async troubles(): Promise<TroubleForm[]> {
    return (await this.api.app()).troubles;
  }

  /** The `status` of the service information. */
  async status(): Promise<string> {
    return (await this.api.get('/device-service-info')).json<{ status: string }>().status;
  }

  /** Waits until a device is listed with a value in each of these channels, and answers it. */
  async measuring(serial: string, channels: readonly string[]): Promise<AppDeviceForm> {
    return until(`${serial} to show ${channels.join(', ')}`, async () => {
      const found = await this.appDevice(serial);
      return channels.every((channel) => found?.device.channels[channel]?.value) && found;
    });
  }

  /**
   * Plugs an instrument in and waits until it is listed.
   * @returns how long after the kernel had it that was seen, in milliseconds
   */
  async plug(product: VirtualProduct, serial: string): Promise<number> {
    const listed = until(`${serial} to be listed`, async () => serial in (await this.api.devices()) && Date.now());
    const [at] = await Promise.all([listed, this.instruments.plug({ product, serial })]);
    const [kernel] = await kernelDevices(serial);
    if (!kernel) throw new Error(`The kernel does not have ${serial}.`);
    return at - kernel.since;
  }
}

export interface StageOptions {
  /** Who runs the service; root unless told otherwise. */
  user?: 'root' | 'nobody';
}

/** Starts both. The service is the built one. */
export async function openStage(atEnd: AtEnd, { user = 'root' }: StageOptions = {}): Promise<Stage> {
  const [instruments, service] = await Promise.all([
    startInstruments(atEnd),
    user === 'root' ? startService() : startAsNobody(),
  ]);
  atEnd(() => service.stop());
  return new Stage(service, instruments);
}

async function startAsNobody(): Promise<RunningService> {
  const dataDir = await makeOwnFolder(`${await mkdtemp(join(tmpdir(), 'mensura-nobody-'))}-data`);
  return startService({ dataDir, prefix: await asNobody() });
}
