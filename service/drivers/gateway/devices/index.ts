import { type BookOptions, GatewayDeviceIndex, type ReportSource } from './gateway-device-index.ts';
import { NodeNumbersFile, type NodeNumbersOptions } from './node-numbers.ts';

export function createBook<Source extends ReportSource>(options: BookOptions): GatewayDeviceIndex<Source> {
  return new GatewayDeviceIndex(options);
}

/** Node numbers of devices behind gateways, stored in a file of the data folder. */
export function createNodeNumbers(options: NodeNumbersOptions): NodeNumbersFile {
  return new NodeNumbersFile(options);
}
