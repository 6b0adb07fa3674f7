import { CONTRACT_VERSIONS } from '../../../service/contract/index.ts';
import type { DeviceIdentity } from '../devices/key.ts';
import { curlLine } from './code-samples/curl.ts';
import { encodePart } from './encode.ts';

const NEWEST = CONTRACT_VERSIONS.at(-1);

/** @param base address of the service */
export function deviceCurlCommand(base: string, { family, serial }: DeviceIdentity): string {
  const target = `/${NEWEST}/devices/${family}/${encodePart(serial)}/measurement?pretty=true`;
  return curlLine({ method: 'GET', target, headers: [], body: undefined, kind: 'json', fileName: '' }, base);
}
