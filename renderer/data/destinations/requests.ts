/** Every request throws RequestError. */
import type {
  DestinationInput,
  Destinations,
  DestinationTestResult,
  DestinationView,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/destinations';

/** In milliseconds: the service's limit for a test is 30 s. */
const TEST_TIMEOUT_MS = 35_000;

function destinationPath(id: string, action = ''): string {
  return `${BASE}/${encodeURIComponent(id)}${action}`;
}

export function readDestinations(signal: AbortSignal): Promise<Destinations> {
  return request(BASE, { signal });
}

export function createDestination(destination: DestinationInput): Promise<DestinationView> {
  return request(BASE, { method: 'POST', body: destination });
}

/** Omitted secrets stay. */
export function updateDestination(id: string, destination: DestinationInput): Promise<DestinationView> {
  return request(destinationPath(id), { method: 'PUT', body: destination });
}

export function removeDestination(id: string): Promise<unknown> {
  return request(destinationPath(id), { method: 'DELETE' });
}

/** Undoes a deletion, including secrets. */
export function restoreDestination(id: string): Promise<DestinationView> {
  return request(destinationPath(id, '/restore'), { method: 'POST' });
}

export function setDestinationEnabled(id: string, enabled: boolean): Promise<DestinationView> {
  return request(destinationPath(id), { method: 'PATCH', body: { enabled } });
}

/** Retries waiting notifications now. */
export function sendDestinationNow(id: string): Promise<DestinationView> {
  return request(destinationPath(id, '/send'), { method: 'POST' });
}

/**
 * Sends a test message.
 * @param id destination whose stored secrets replace omitted ones; null for none
 */
export function testDestination(
  destination: DestinationInput,
  id: string | null,
  signal: AbortSignal,
): Promise<DestinationTestResult> {
  const path = id === null ? `${BASE}/test` : destinationPath(id, '/test');
  return request(path, { method: 'POST', body: destination, signal, timeoutMs: TEST_TIMEOUT_MS });
}
