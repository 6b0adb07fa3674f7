/** What every USB device answers on endpoint 0 (USB 2.0, 9.4), whatever it is. */
import type { Setup, VirtualDescriptors } from '../parts.ts';
import { configurationDescriptor, DESCRIPTOR, deviceDescriptor, stringDescriptor } from './descriptors.ts';
import { ACCEPTED, type Outcome, STALLED } from './transfer.ts';
import { STATUS } from './wire.ts';

const REQUEST = {
  getStatus: 0x00,
  clearFeature: 0x01,
  setAddress: 0x05,
  getDescriptor: 0x06,
  getConfiguration: 0x08,
  setConfiguration: 0x09,
  getInterface: 0x0a,
  setInterface: 0x0b,
} as const;

/** The low bits of bmRequestType: to whom a request goes. */
const ENDPOINT_RECIPIENT = 2;
const ENDPOINT_HALT = 0;

/** Answers standard requests, and remembers the configuration. */
export class StandardRequests {
  readonly #descriptors: VirtualDescriptors;
  #configuration = 0;

  constructor(descriptors: VirtualDescriptors) {
    this.#descriptors = descriptors;
  }

  answer(setup: Setup): Outcome {
    switch (setup.request) {
      case REQUEST.getStatus:
        // Powered by the bus, no wake-up; an endpoint is not halted.
        return bytes(Buffer.alloc(2));
      case REQUEST.getDescriptor:
        return this.#descriptor(setup.value >>> 8, setup.value & 0xff);
      case REQUEST.getConfiguration:
        return bytes(Uint8Array.of(this.#configuration));
      case REQUEST.setConfiguration:
        if (setup.value > 1) return STALLED;
        this.#configuration = setup.value;
        return ACCEPTED;
      case REQUEST.getInterface:
        return bytes(Uint8Array.of(0));
      case REQUEST.setInterface:
        return setup.value === 0 ? ACCEPTED : STALLED;
      case REQUEST.clearFeature: {
        const halt = (setup.requestType & 0x1f) === ENDPOINT_RECIPIENT && setup.value === ENDPOINT_HALT;
        return halt ? ACCEPTED : STALLED;
      }
      case REQUEST.setAddress:
        return ACCEPTED;
      default:
        return STALLED;
    }
  }

  #descriptor(type: number, index: number): Outcome {
    if (type === DESCRIPTOR.device) return bytes(deviceDescriptor(this.#descriptors));
    if (type === DESCRIPTOR.configuration && index === 0) return bytes(configurationDescriptor(this.#descriptors));
    const text = type === DESCRIPTOR.string ? stringDescriptor(this.#descriptors, index) : null;
    return text ? bytes(text) : STALLED;
  }
}

function bytes(data: Uint8Array): Outcome {
  return { status: STATUS.ok, data };
}
