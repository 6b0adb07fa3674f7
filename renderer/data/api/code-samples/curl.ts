/** One line that means the same in sh, bash, zsh, fish and the Windows command prompt. */
import type { ApiCall } from '../call.ts';
import { plainJson } from '../encode.ts';

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
