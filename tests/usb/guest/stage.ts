/**
 * A running service with virtual instruments beside it, and short ways to ask both. Scenarios share them: to start either
 * takes the guest longer than most scenarios do.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOwnedFolder, runAsNobody } from '../../../build/unprivileged.ts';
import type { VirtualProduct } from '../../emulator/usb/control.ts';
import { type Reads, reads } from '../../support/serial/reads.ts';
import { type RunningService, startService } from '../../support/service.ts';
import type { DeviceForm } from '../../support/shapes.ts';
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

export interface ProblemForm {
  code: string;
  subject: string;
  text: string;
  remedy: string;
}

/** How long the service may take to begin, in milliseconds: a bound, not an expectation. */
const READY_MS = 200_000;

export class Stage {
  readonly service: RunningService;
  readonly instruments: Instruments;
  readonly api: Reads;

  constructor(service: RunningService, instruments: Instruments) {
    this.service = service;
    this.instruments = instruments;
    this.api = reads(service, 'usb', until);
  }

  async appDevice(serial: string): Promise<AppDeviceForm | undefined> {
    const { devices } = (await this.api.app()) as unknown as { devices: AppDeviceForm[] };
    return devices.find((device) => device.serial === serial);
  }

  async problems(): Promise<ProblemForm[]> {
    return (await this.api.app()).problems;
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

/** Who runs the service. */
type User = 'root' | 'nobody';

let instruments: Promise<Instruments> | undefined;
let running: { user: User; service: Promise<RunningService> } | undefined;

async function serviceOf(user: User): Promise<RunningService> {
  const before = running;
  if (before?.user === user) return before.service;
  const start = user === 'root' ? () => startService({ patienceMs: READY_MS }) : startAsNobody;
  const service = before ? before.service.then((former) => former.stop()).then(start) : start();
  running = { user, service };
  return service;
}

/** Starts both where they do not run yet. The service is the built one. They run until the guest ends. */
export async function openStage(user: User = 'root'): Promise<Stage> {
  instruments ??= startInstruments();
  const [played, service] = await Promise.all([instruments, serviceOf(user)]);
  return new Stage(service, played);
}

/** Pulls every cable, for the next scenario, and waits until nothing is listed. */
export async function clearStage(): Promise<void> {
  if (!instruments || !running) return;
  const stage = new Stage(await running.service, await instruments);
  await stage.instruments.unplugAll();
  await until('an empty stage', async () => {
    const listed = Object.keys(await stage.api.devices()).length;
    return listed === 0 && (await stage.problems()).length === 0;
  });
}

async function startAsNobody(): Promise<RunningService> {
  const dataDir = await createOwnedFolder(`${await mkdtemp(join(tmpdir(), 'mensura-nobody-'))}-data`);
  return startService({ dataDir, prefix: await runAsNobody(), patienceMs: READY_MS });
}
