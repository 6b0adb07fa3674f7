/** The products that can be played, made from their fixed values. */

import { Instrument } from '../../instrument.ts';
import { PRODUCTS } from '../../products.ts';
import { Values } from '../../values.ts';
import type { VirtualProduct } from '../control.ts';
import { GOLDENS } from './golden.ts';
import { PlayedInstrument } from './played.ts';

const MANUFACTURER = 'Dracal technologies inc.';
const VENDOR_ID = 0x289b;

export interface ProductOptions {
  product: VirtualProduct;
  /** Empty: an instrument without a serial string. */
  serial: string;
  /** Other ids than the product's own. */
  vendorId?: number;
  productId?: number;
}

/** An instrument fresh from the factory: answers with the values of `GOLDENS`. */
export function playProduct(options: ProductOptions): PlayedInstrument {
  const golden = GOLDENS[options.product];
  return new PlayedInstrument({
    descriptors: {
      vendorId: options.vendorId ?? VENDOR_ID,
      productId: options.productId ?? golden.productId,
      bcdDevice: golden.bcdDevice,
      manufacturer: MANUFACTURER,
      product: golden.product,
      serial: options.serial,
      kind: options.product.endsWith('-vcp') ? 'cdc-acm' : 'vendor',
    },
    channels: golden.channels.map(({ chip, raw }) => ({ chip, raw: Buffer.from(raw, 'hex') })),
    calibration: golden.calibration.map((block) => Buffer.from(block, 'hex')),
    switches: golden.lines !== null,
  });
}

/** What the same instrument does with its line in VCP mode: prints the same values. */
export function playLines(
  { product, serial }: ProductOptions,
  instrument: PlayedInstrument,
  send: (bytes: Buffer) => void,
): Instrument {
  const { product: name, lines } = GOLDENS[product];
  const columns = PRODUCTS[name];
  if (!columns || !lines) throw new Error(`${name} has no VCP mode.`);
  const line: Instrument = new Instrument({
    product: name,
    serial,
    columns,
    values: new Values(columns, lines, 1),
    send,
    reset: () => {
      if (line.usbAfterReset) instrument.setProtocol('vendor');
      instrument.restart();
    },
    onCommand: () => {},
  });
  return line;
}
