import type { Connections } from '../../contract/index.ts';
import { productOf, protocolsOf } from '../../devices/catalogue.ts';
import type { DeviceDescription } from '../../devices/types.ts';
import type { SimulatedOptions } from './options.ts';
import { SIMULATED_PRODUCTS, type SimulatedProduct, simulatedProduct } from './products.ts';

const VENDOR = 'Mensura (simulated)';

/** Before product name, stock number and model, to distinguish it from a real device. */
const PREFIX = 'SIM-';

/** The only firmware version seen in public (docs/hardware.md#firmware-version). */
const FIRMWARE = { major: 2, minor: 4 } as const;

/** The manufacturer's USB vendor ID (docs/hardware.md#usb-identification); a placeholder for unknown product IDs. */
const VENDOR_ID = '289B';
const UNKNOWN_ID = '0000';

/** Devices on one simulated gateway. */
const NODES_PER_GATEWAY = 8;

/** A simulated device, plugged in or not. */
export interface SimulatedDevice {
  description: DeviceDescription;
  product: SimulatedProduct;
}

/**
 * The USB family first, serial numbers SIM00001... unique across both, products in turn. Equal counts, equal devices.
 * @throws MensuraError `usage` for a product that cannot be simulated.
 */
export function createSimulatedDevices({
  usb,
  gateway,
  periodMs,
  periodOf,
  products,
}: Pick<SimulatedOptions, 'usb' | 'gateway' | 'periodMs' | 'periodOf' | 'products'>): SimulatedDevice[] {
  const models = (products?.length ? products : SIMULATED_PRODUCTS).map(simulatedProduct);
  return Array.from({ length: Math.ceil((usb + gateway) / models.length) }, () => models)
    .flat()
    .slice(0, usb + gateway)
    .map((product, index) => {
      const family = index < usb ? 'usb' : 'gateway';
      const serial = `SIM${String(index + 1).padStart(5, '0')}`;
      const connections = family === 'usb' ? usbConnections(index, product) : gatewayConnections(index - usb);
      const protocol = family === 'usb' ? ('usb' as const) : null;
      const period = periodOf({ family, serial }) ?? periodMs;
      return {
        product,
        description: { family, serial, connections, protocol, periodMs: period, ...identityOf(product) },
      };
    });
}

function identityOf({ entry }: SimulatedProduct) {
  const name = PREFIX + entry.name;
  const { model, info, channels } = productOf(entry);
  return {
    product: { channels, info: { ...info, name, sku: name, vendor: VENDOR }, model: PREFIX + model },
    vendor: VENDOR,
    productName: name,
    firmware: FIRMWARE,
    protocols: protocolsOf(entry.name),
    simulated: true,
  };
}

/** Bus 0 does not exist on a computer, so a simulated address never collides with a real one. */
function usbConnections(index: number, { entry }: SimulatedProduct): Connections {
  const usb = { address: index + 1, bus: 0, product_id: entry.productId ?? UNKNOWN_ID, vendor_id: VENDOR_ID };
  return { usb, vcp: null };
}

function gatewayConnections(index: number): Connections {
  const gateway = Math.floor(index / NODES_PER_GATEWAY) + 1;
  return {
    gateway: {
      gateway_serial: `SIMG${String(gateway).padStart(4, '0')}`,
      node_id: (index % NODES_PER_GATEWAY) + 1,
    },
    usb: null,
    vcp: null,
  };
}
