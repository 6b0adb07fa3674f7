/** Requests whose parts are as bad as they come. */
import type { ApiCall } from '../../../renderer/data/api/call.ts';

export const BASE = 'http://127.0.0.1:11395';

/** What every shell and language has a meaning for, and what they do not know. */
export const HOSTILE = `a b"c'd$HOME\`id\`%PATH%!1\\n\\\\\n\t&|<>^()[]{}*?~#;Grün 日本 😀 ’”\u2028\u0000`;

export function apiCall(parts: Partial<ApiCall> = {}): ApiCall {
  return {
    method: 'GET',
    target: '/3.7.0/devices/usb',
    headers: [],
    body: undefined,
    kind: 'json',
    fileName: 'usb.json',
    ...parts,
  };
}
