import { COMPUTED_CHANNEL, type Product } from '../contract/index.ts';
import type { DeviceDescription } from '../devices/types.ts';
import type { Entry } from './entries.ts';

const PRODUCT = 'Computed channel';
const VENDOR = 'Mensura';

export interface ComputedState {
  /** Of the inputs that set the pace, in milliseconds. */
  periodMs: number;
  /** An input is simulated. */
  simulated: boolean;
  /** Why it has no reading while inputs are missing; empty otherwise. */
  missing: string;
}

/** A computed channel as a device with the one channel `value`; its serial number is its ID. */
export function describeComputed({ id, computed: { name, unit } }: Entry, state: ComputedState): DeviceDescription {
  const definition = { description: name, details: { virtual: true }, label: COMPUTED_CHANNEL, type: 'Computed', unit };
  const product: Product = {
    channels: { [COMPUTED_CHANNEL]: definition },
    info: { interfaces: {}, name: PRODUCT, sku: '', vendor: VENDOR },
    model: 'computed/v1',
  };
  return {
    family: 'computed',
    serial: id,
    product,
    vendor: VENDOR,
    productName: PRODUCT,
    firmware: { major: 0, minor: 0 },
    connections: { usb: null, vcp: null },
    protocols: {},
    protocol: null,
    periodMs: state.periodMs,
    simulated: state.simulated,
    ...(state.missing !== '' && { missing: state.missing }),
  };
}
