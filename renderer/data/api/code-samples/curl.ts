/** One line that means the same in sh, bash, zsh, fish and the Windows command prompt. */

import { CONTRACT_VERSIONS, type DeviceKey } from '../../../../service/contract/index.ts';
import type { ApiCall } from '../call.ts';
import { encodePart, plainJson } from '../encode.ts';

const NEWEST = CONTRACT_VERSIONS.at(-1);

/** @param base address of the service */
export function deviceCurlCommand(base: string, { family, serial }: DeviceKey): string {
  const device = `devices/${family}/${encodePart(serial)}`;
  // The contract has no computed channels.
  const target = family === 'computed' ? `/app/v1/${device}` : `/${NEWEST}/${device}/measurement?pretty=true`;
  return curlLine({ method: 'GET', target, headers: [], body: undefined, kind: 'json', fileName: '' }, base);
}

const FLAGS: Readonly<Record<ApiCall['kind'], string>> = { json: '', text: '', stream: ' -N', file: ' -OJ' };

/**
 * Only double quotes work everywhere. Nothing within them has a meaning in a shell: URLs are percent-encoded, and JSON
 * uses
 * `\uXXXX`.
 */
export function curlLine({ method, target, headers, body, kind }: ApiCall, base: string): string {
  const all = body === undefined ? headers : [...headers, ['Content-Type', 'application/json'] as const];
  const args = [
    `curl${FLAGS[kind]}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...all.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d "${plainJson(body).replaceAll('"', '\\"')}"`]),
    `"${base}${target}"`,
  ];
  return args.join(' ');
}
