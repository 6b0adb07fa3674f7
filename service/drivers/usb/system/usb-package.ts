/** The part of the package `usb` 3.1 that is used, and what it does: a test can stand in its place. */

/** A plugging of a device. Plain members are copies; getters may open the device, and throw when it is gone. */
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
  /** Names this plugging: equal in events and lists. Windows gives a device in the same socket the same one again. */
  readonly handle: string;
  /** Null where the device has none. */
  readonly manufacturerName: string | null;
  readonly productName: string | null;
  readonly serialNumber: string | null;
  readonly configuration: {
    readonly interfaces: readonly { readonly alternate: { readonly interfaceClass: number } }[];
  } | null;
  open(): Promise<void>;
  /** Rejects while a transfer is under way; keeps the device open while an interface is claimed. */
  close(): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  releaseInterface(interfaceNumber: number): Promise<void>;
  nativeControlTransferIn(
    setup: { requestType: 'vendor'; recipient: 'device'; request: number; value: number; index: number },
    timeoutMs: number,
    length: number,
  ): Promise<Uint8Array | null>;
}

/** Tells of devices that come and go, for as long as it has a listener: so long it keeps the process alive. */
export interface NativeEmitter {
  addAttach(listener: (device: NativeDevice) => void): Promise<void>;
  removeAttach(): Promise<void>;
  addDetach(listener: (handle: string) => void): Promise<void>;
  removeDetach(): Promise<void>;
}

export interface UsbPackage {
  /** Rejects where the system has no USB. */
  nativeGetDevices(): Promise<NativeDevice[]>;
  Emitter: new () => NativeEmitter;
}
