/** Parses the short payloads, and limits the JSON of the others. */
import { MAX_PAYLOAD } from './limits.ts';

/** An invalid payload and the reason: a clause to follow the topic. */
export interface RejectedPayload {
  problem: string;
}

const BRACES = { open: 0x7b, close: 0x7d } as const;

/** `MS` and ten letters and digits (docs/mqtt.md). */
const INSTALLATION = /^MS[0-9A-Za-z]{10}$/;

function textOf(payload: Uint8Array): string {
  return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8');
}

/** The payload of a `status` topic; undefined for anything except `online` and `offline`. */
export function readStatus(payload: Uint8Array): boolean | undefined {
  if (payload.length !== 6 && payload.length !== 7) return undefined;
  const text = textOf(payload);
  return text === 'online' ? true : text === 'offline' ? false : undefined;
}

/** Checks the size of a payload before it parses its JSON object. */
export function readObject(payload: Uint8Array): { value: Record<string, unknown> } | RejectedPayload {
  if (payload.length > MAX_PAYLOAD) return { problem: `has ${payload.length} bytes, more than ${MAX_PAYLOAD}` };
  if (payload[0] !== BRACES.open || payload.at(-1) !== BRACES.close) return { problem: 'is not a JSON object' };
  try {
    return { value: JSON.parse(textOf(payload)) as Record<string, unknown> };
  } catch {
    return { problem: 'is not JSON' };
  }
}

/** The installation in an `about`. */
export function readAbout(payload: Uint8Array): { installation: string } | RejectedPayload {
  const read = readObject(payload);
  if ('problem' in read) return read;
  const { installation } = read.value;
  return typeof installation === 'string' && INSTALLATION.test(installation)
    ? { installation }
    : { problem: 'has no installation ID' };
}
