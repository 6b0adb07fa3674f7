/** The package `usb` as it behaves, without USB: at the edge to what is not ours. */
import { vi } from 'vitest';
import type { PluggedDevice, UsbListener } from '../../../../../service/drivers/usb/bus.ts';
import type { SystemBusOptions } from '../../../../../service/drivers/usb/system/system-bus.ts';
import { SystemBus } from '../../../../../service/drivers/usb/system/system-bus.ts';
import type { SystemBusTiming } from '../../../../../service/drivers/usb/system/timing.ts';
import type { NativeDevice, UsbPackage } from '../../../../../service/drivers/usb/system/usb-package.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';

/** Times that keep a test short. A minute stands for never. */
export const QUICK: SystemBusTiming = {
  pollMs: 60_000,
  quickPollMs: 60_000,
  settleMs: 1,
  listTimeoutMs: 5000,
  openTimeoutMs: 5000,
  transferGraceMs: 5000,
  closeTimeoutMs: 5000,
};

/** A promise that a test settles. */
export interface Gate<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}

export function gate<Value = void>(): Gate<Value> {
  return Promise.withResolvers<Value>();
}

const failure = (text: string): Error => Object.assign(new Error(text), { code: 'GenericFailure' });

type Facts = Pick<
  NativeDevice,
  | 'vendorId'
  | 'productId'
  | 'bus'
  | 'address'
  | 'ports'
  | 'handle'
  | 'deviceClass'
  | 'deviceVersionMajor'
  | 'deviceVersionMinor'
  | 'deviceVersionSubminor'
>;

/** What a test may say of a device. */
type Traits = Partial<Facts> & {
  product?: string | null;
  manufacturer?: string | null;
  serial?: string | null;
  interfaceClasses?: number[];
};

let lastAddress = 1;

export class FakeDevice implements NativeDevice {
  readonly #traits: Traits;
  readonly #facts: Facts;
  /** Whether getters throw, as they do for a device that is gone or may not be opened. */
  unreadable = false;
  /** How often a string was read. */
  stringsRead = 0;
  /** What was done to it, in order. */
  readonly calls: string[] = [];
  transfers = 0;
  /** What the next calls do instead of succeeding. */
  onOpen: () => Promise<void> = async () => {};
  onClaim: () => Promise<void> = async () => {};
  onTransfer: (timeoutMs: number) => Promise<Uint8Array | null> = async () => Uint8Array.of(2, 3, 1);

  constructor(traits: Traits = {}) {
    this.#traits = traits;
    const address = traits.address ?? (lastAddress += 1);
    this.#facts = {
      vendorId: 0x289b,
      productId: 0x0505,
      deviceVersionMajor: 2,
      deviceVersionMinor: 0,
      deviceVersionSubminor: 4,
      deviceClass: 0xff,
      bus: '14',
      ports: [1],
      handle: `DeviceId(${address})`,
      ...traits,
      address,
    };
  }

  /** Another object for the same plugging, as each list has its own. */
  again(): FakeDevice {
    const { address, handle } = this;
    return new FakeDevice({ ...this.#traits, address, handle });
  }

  // As in the package, nothing of this is a member of the object itself: copying an object's members copies none of it.

  get vendorId(): number {
    return this.#facts.vendorId;
  }

  get productId(): number {
    return this.#facts.productId;
  }

  get deviceVersionMajor(): number {
    return this.#facts.deviceVersionMajor;
  }

  get deviceVersionMinor(): number {
    return this.#facts.deviceVersionMinor;
  }

  get deviceVersionSubminor(): number {
    return this.#facts.deviceVersionSubminor;
  }

  get deviceClass(): number {
    return this.#facts.deviceClass;
  }

  get bus(): string {
    return this.#facts.bus;
  }

  get address(): number {
    return this.#facts.address;
  }

  get ports(): readonly number[] {
    return this.#facts.ports;
  }

  get handle(): string {
    return this.#facts.handle;
  }

  get manufacturerName(): string | null {
    return this.#string('manufacturer', 'Dracal technologies inc.');
  }

  get productName(): string | null {
    return this.#string('product', 'VCP-PTH450-CAL');
  }

  get serialNumber(): string | null {
    return this.#string('serial', 'E24638');
  }

  get configuration(): NativeDevice['configuration'] {
    if (this.unreadable) throw failure('open error: device not found (errno 2)');
    const classes = this.#traits.interfaceClasses ?? [0xff];
    return { interfaces: classes.map((interfaceClass) => ({ alternate: { interfaceClass } })) };
  }

  #string(name: 'manufacturer' | 'product' | 'serial', usual: string): string | null {
    this.stringsRead += 1;
    if (this.unreadable) throw failure('open error: device not found (errno 2)');
    const { [name]: value = usual } = this.#traits;
    return value;
  }

  async open(): Promise<void> {
    this.calls.push('open');
    await this.onOpen();
  }

  async close(): Promise<void> {
    this.calls.push('close');
    if (this.transfers > 0) throw failure('The same native value cannot be borrowed mutably');
  }

  async claimInterface(number: number): Promise<void> {
    this.calls.push(`claim ${number}`);
    await this.onClaim();
  }

  async releaseInterface(number: number): Promise<void> {
    this.calls.push(`release ${number}`);
    if (!this.calls.includes(`claim ${number}`)) throw failure('releaseInterface error: not claimed');
  }

  async nativeControlTransferIn(
    { requestType, recipient, request, value, index }: Parameters<NativeDevice['nativeControlTransferIn']>[0],
    timeoutMs: number,
    length: number,
  ): Promise<Uint8Array | null> {
    this.calls.push(`in ${requestType} ${recipient} ${request} ${value} ${index} ${length} ${timeoutMs}`);
    this.transfers += 1;
    try {
      return await this.onTransfer(timeoutMs);
    } finally {
      this.transfers -= 1;
    }
  }
}

/** The package: what it lists is `devices`; events come only when a test sends them. */
export class FakeUsb {
  devices: FakeDevice[] = [];
  lists = 0;
  listsAtOnce = 0;
  mostListsAtOnce = 0;
  /** What a list waits for before it answers with what was plugged in when it was asked for. */
  beforeList: () => Promise<void> = async () => {};
  /** What subscribing waits for: to what comes, and then to what goes. */
  beforeSubscribe: (to: 'attach' | 'detach') => Promise<void> = async () => {};
  unsubscribeFails = false;
  #attach: ((device: NativeDevice) => void) | undefined;
  #detach: ((handle: string) => void) | undefined;

  /** Whether anything keeps the process alive. */
  get subscribed(): boolean {
    return this.#attach !== undefined || this.#detach !== undefined;
  }

  sendAttach(device: NativeDevice): void {
    this.#attach?.(device);
  }

  sendDetach(handle: string): void {
    this.#detach?.(handle);
  }

  plug(device: FakeDevice): void {
    this.devices.push(device);
    this.sendAttach(device);
  }

  unplug(device: FakeDevice): void {
    device.unreadable = true;
    this.devices = this.devices.filter((other) => other !== device);
    this.sendDetach(device.handle);
  }

  async #list(): Promise<NativeDevice[]> {
    this.lists += 1;
    this.listsAtOnce += 1;
    this.mostListsAtOnce = Math.max(this.mostListsAtOnce, this.listsAtOnce);
    const devices = this.devices.map((device) => device.again());
    try {
      await this.beforeList();
    } finally {
      this.listsAtOnce -= 1;
    }
    return devices;
  }

  asPackage(): UsbPackage {
    const set = { attach: this.#setAttach.bind(this), detach: this.#setDetach.bind(this) };
    return {
      nativeGetDevices: () => this.#list(),
      Emitter: class {
        addAttach = set.attach;
        removeAttach = async (): Promise<void> => set.attach(undefined);
        addDetach = set.detach;
        removeDetach = async (): Promise<void> => set.detach(undefined);
      },
    };
  }

  async #setAttach(listener: ((device: NativeDevice) => void) | undefined): Promise<void> {
    if (listener) await this.beforeSubscribe('attach');
    this.#attach = listener;
    if (!listener && this.unsubscribeFails) throw failure('removeAttach error');
  }

  async #setDetach(listener: ((handle: string) => void) | undefined): Promise<void> {
    if (listener) await this.beforeSubscribe('detach');
    this.#detach = listener;
  }
}

/** What a bus told: `+` a serial number that came, `-` one that went. */
export class Told implements UsbListener {
  readonly words: string[] = [];
  present: PluggedDevice[] = [];

  attached(device: PluggedDevice): void {
    this.words.push(`+${device.identity.serial}`);
    this.present.push(device);
  }

  detached(device: PluggedDevice): void {
    if (!this.present.includes(device)) this.words.push('of what never came:');
    this.words.push(`-${device.identity.serial}`);
    this.present = this.present.filter((other) => other !== device);
  }
}

/** A bus over a fake package, on macOS unless said otherwise: there everything comes from the package. */
export function busOver(usb: FakeUsb, { timing, ...options }: Partial<SystemBusOptions> = {}): SystemBus {
  return new SystemBus({
    logger: silentLogger,
    platform: 'darwin',
    loadPackage: async () => usb.asPackage(),
    ...options,
    timing: { ...QUICK, ...timing },
  });
}

/** Long enough for what must not happen to happen: a busy machine makes it miss a mistake, never see one. */
export function aMoment(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
}

/** Waits until something holds. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 2 });
}
