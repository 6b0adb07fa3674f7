/**
 * What a virtual USB instrument is, between the models that play products and what carries them: the USB/IP server that
 * plugs them into a real USB stack, and the in-process bus of the unit tests.
 */

/** What the descriptors of a device say. */
export interface VirtualDescriptors {
  vendorId: number;
  productId: number;
  /** bcdDevice: 0x0204 is version 2.4. */
  bcdDevice: number;
  manufacturer: string;
  product: string;
  /** Empty: no serial string. */
  serial: string;
  /** `vendor`: class 0xFF, endpoint 0 alone. `cdc-acm`: a virtual serial port. */
  kind: 'vendor' | 'cdc-acm';
}

/** The eight bytes of a SETUP packet. */
export interface Setup {
  requestType: number;
  request: number;
  value: number;
  index: number;
  length: number;
}

/** What a device does with a vendor request. */
export type ControlAnswer =
  | { kind: 'data'; bytes: Uint8Array; afterMs?: number }
  | { kind: 'stall' }
  /** Nothing at all, until the host gives up. */
  | { kind: 'silence' }
  /** It is unplugged in the midst of the transfer. */
  | { kind: 'unplug' };

/** One instrument in USB mode at wire level. */
export interface VirtualInstrument {
  readonly descriptors: VirtualDescriptors;
  /** Answers a vendor request (bmRequestType 0xC0); standard requests are the carrier's. */
  control(setup: Setup): ControlAnswer;
  /** Set by the carrier: called when the instrument restarts by itself (RESET_FIRMWARE), after it answered. */
  onRestart?: () => void;
}
