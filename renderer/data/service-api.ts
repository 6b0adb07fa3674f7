/** Requests to the app API. */
import type { AppDevice, DevicePatch } from '../../service/contract/index.ts';
import type { DeviceIdentity } from './devices/key.ts';

/** Changing a device may wait for the instrument to take it. In milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;

/** A request that failed, with a message for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/**
 * Changes a device's alias, note or sampling period.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export async function patchDevice({ family, serial }: DeviceIdentity, patch: DevicePatch): Promise<AppDevice> {
  const response = await send(`/app/v1/devices/${family}/${encodeURIComponent(serial)}`, patch);
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as AppDevice;
  throw new RequestError(messageOf(body) ?? `The service refused this (status ${response.status}).`);
}

async function send(path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (cause) {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError';
    const what = late ? 'The service took too long to answer.' : 'The service cannot be reached.';
    throw new RequestError(`${what} Nothing was changed as far as known; try again.`, { cause });
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}
