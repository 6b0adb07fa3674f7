/** One device of the registry for each serial number, however many gateways have it. */
import { type BookOptions, GatewayDeviceIndex, type ReportSource } from './gateway-device-index.ts';
import { NodeNumbersFile, type NodeNumbersOptions } from './node-numbers.ts';

/** A book of what adapters see. */
export function createBook<Source extends ReportSource>(options: BookOptions): GatewayDeviceIndex<Source> {
  return new GatewayDeviceIndex(options);
}

/** The numbers of instruments behind gateways, kept in a file of the data folder. */
export function createNodeNumbers(options: NodeNumbersOptions): NodeNumbersFile {
  return new NodeNumbersFile(options);
}
