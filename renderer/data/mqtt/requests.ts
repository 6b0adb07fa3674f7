/** Every request throws RequestError. */
import type {
  MqttClientCreate,
  MqttClientInput,
  MqttClients,
  MqttClientView,
  MqttImported,
  MqttTestResult,
} from '../../../service/contract/index.ts';
import { request, TEST_TIMEOUT_MS } from '../requests.ts';

const BASE = '/app/v1/mqtt';

/** Where all clients can be downloaded as a file, without their secrets. */
export const EXPORT_PATH = `${BASE}/export`;

function clientPath(identifier: string, action = ''): string {
  return `${BASE}/clients/${encodeURIComponent(identifier)}${action}`;
}

export function readClients(signal: AbortSignal): Promise<MqttClients> {
  return request(`${BASE}/clients`, { signal });
}

export function createClient(client: MqttClientCreate): Promise<MqttClientView> {
  return request(`${BASE}/clients`, { method: 'POST', body: client });
}

/** Replaces everything but the secrets that are left out. */
export function updateClient(identifier: string, client: MqttClientInput): Promise<MqttClientView> {
  return request(clientPath(identifier), { method: 'PUT', body: client });
}

export function removeClient(identifier: string): Promise<unknown> {
  return request(clientPath(identifier), { method: 'DELETE' });
}

/** Undoes a removal, secrets included. */
export function restoreClient(identifier: string): Promise<MqttClientView> {
  return request(clientPath(identifier, '/restore'), { method: 'POST' });
}

export function setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView> {
  return request(clientPath(identifier, enabled ? '/enable' : '/disable'), { method: 'POST' });
}

/** Has a client connect now, instead of when it is due. */
export function connectNow(identifier: string): Promise<MqttClientView> {
  return request(clientPath(identifier, '/connect'), { method: 'POST' });
}

/**
 * Tries a configuration with a session of its own.
 * @param identifier of the client whose stored secrets stand in for those left out; null for none
 */
export function testClient(
  client: MqttClientInput,
  identifier: string | null,
  signal: AbortSignal,
): Promise<MqttTestResult> {
  const path = identifier === null ? `${BASE}/test` : clientPath(identifier, '/test');
  return request(path, { method: 'POST', body: client, signal, timeoutMs: TEST_TIMEOUT_MS });
}

/** @param file the file's own text: the service sees what a parser would hide, a key that stands twice */
export function importClients(file: string): Promise<MqttImported> {
  return request(`${BASE}/import`, { method: 'POST', body: file });
}
