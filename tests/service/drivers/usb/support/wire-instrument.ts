/** An instrument that is nothing but its replies, byte for byte as the test wrote them. */
import type { ControlAnswer, Setup, VirtualDescriptors, VirtualInstrument } from '../../../../emulator/usb/parts.ts';

/** The replies by `<command> <wValue>` in hexadecimal: `10 0001`; each as hexadecimal bytes, or something else. */
export type Replies = Record<string, string | ControlAnswer>;

/** The bytes of `10 66 66 10`. */
export function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

/**
 * VCP-PTH450-CAL: MS5611 pressure, SHT31 temperature, SHT31 humidity; calibration and raw pressure are the data sheet's
 * vector. Written by hand from docs/hardware.md#usb-replies and docs/hardware.md#ms5611.
 */
export const PTH450: Replies = {
  '02 0000': '02 03 01',
  '01 0000': '01 15 14',
  '01 0001': '01 20 21',
  '01 0002': '01 19 18',
  // C1..C6 = 40127, 36924, 23317, 23282, 33464, 28165, low byte first.
  '11 0000': '11 bf 9c 3c 90 15 5b d0',
  '11 0001': '11 f2 5a b8 82 05 6e e8',
  // D1 = 9085466, D2 = 8569150, low byte first: 100.009 kPa.
  '10 0000': '10 1a a2 8a 3e c1 82 5f',
  // 25.00 °C and 50.0008 %.
  '10 0001': '10 66 66 10',
  '10 0002': '10 80 00 90',
};

/** USB-TEST with one SHT31 temperature. */
export const ONE_SENSOR: Replies = {
  '02 0000': '02 01 03',
  '01 0000': '01 20 21',
  '10 0000': '10 66 66 10',
};

export interface WireOptions {
  replies?: Replies;
  descriptors?: Partial<VirtualDescriptors>;
}

export class WireInstrument implements VirtualInstrument {
  readonly descriptors: VirtualDescriptors;
  onRestart?: () => void;
  /** Every vendor request so far, as the keys of `replies`. */
  readonly asked: string[] = [];
  /** What is answered; a test may change it at any time. */
  replies: Replies;
  /** Answers every request while it is set. */
  everything: ControlAnswer | undefined;
  /** Answers the next requests first, in order. */
  readonly first: (string | ControlAnswer)[] = [];

  constructor({ replies = PTH450, descriptors = {} }: WireOptions = {}) {
    this.replies = { ...replies };
    this.descriptors = {
      vendorId: 0x289b,
      productId: 0x0505,
      bcdDevice: 0x0204,
      manufacturer: 'Dracal technologies inc.',
      product: 'VCP-PTH450-CAL',
      serial: 'E24638',
      kind: 'vendor',
      ...descriptors,
    };
  }

  control({ requestType, request, value, index, length }: Setup): ControlAnswer {
    if (requestType !== 0xc0 || index !== 0 || length !== 32) throw new Error('Not a request of the protocol.');
    const key = `${hex(request, 2)} ${hex(value, 4)}`;
    this.asked.push(key);
    const answer = this.first.shift() ?? this.everything ?? this.replies[key] ?? { kind: 'stall' };
    if (request === 0xfd && answer !== this.everything) queueMicrotask(() => this.onRestart?.());
    return typeof answer === 'string' ? { kind: 'data', bytes: bytes(answer) } : answer;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
