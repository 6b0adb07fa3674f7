/** The used part of the package `usb` 3.1. Tests replace it. */

/** A plugged-in device. Plain members are copies; getters may open the device, and throw when it is gone. */
export interface NativeDevice {
  readonly vendorId: number;
  readonly productId: number;
  /** bcdDevice: 0x0312 is 3, 1 and 2. */
  readonly deviceVersionMajor: number;
  readonly deviceVersionMinor: number;
  readonly deviceVersionSubminor: number;
  readonly deviceClass: number;
  /** Linux `001`, macOS two hexadecimal digits, Windows the path of a controller. */
  readonly bus: string;
  readonly address: number;
  /** Hub ports from the root to the device. */
  readonly ports: readonly number[];
  /** Identifies a plugged-in device in events and lists. Windows reuses it for a device in the same socket. */
  readonly handle: string;
  /** Null if the device has none. */
  readonly manufacturerName: string | null;
  readonly productName: string | null;
  readonly serialNumber: string | null;
  readonly configuration: {
    readonly interfaces: readonly { readonly alternate: { readonly interfaceClass: number } }[];
  } | null;
  open(): Promise<void>;
  /** Rejects during a transfer; keeps the device open while an interface is claimed. */
  close(): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  releaseInterface(interfaceNumber: number): Promise<void>;
  nativeControlTransferIn(
    setup: { requestType: 'vendor'; recipient: 'device'; request: number; value: number; index: number },
    timeoutMs: number,
    length: number,
  ): Promise<Uint8Array | null>;
}

/** Emits plug events while it has a listener, which also keeps the process alive. */
export interface NativeEmitter {
  addAttach(listener: (device: NativeDevice) => void): Promise<void>;
  removeAttach(): Promise<void>;
  addDetach(listener: (handle: string) => void): Promise<void>;
  removeDetach(): Promise<void>;
}

export interface UsbPackage {
  /** Rejects if the system has no USB. */
  nativeGetDevices(): Promise<NativeDevice[]>;
  Emitter: new () => NativeEmitter;
}
