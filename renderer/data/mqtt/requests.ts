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

/** Without secrets. */
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

/** Omitted secrets stay. */
export function updateClient(identifier: string, client: MqttClientInput): Promise<MqttClientView> {
  return request(clientPath(identifier), { method: 'PUT', body: client });
}

export function removeClient(identifier: string): Promise<unknown> {
  return request(clientPath(identifier), { method: 'DELETE' });
}

/** Undoes a deletion, including secrets. */
export function restoreClient(identifier: string): Promise<MqttClientView> {
  return request(clientPath(identifier, '/restore'), { method: 'POST' });
}

export function setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView> {
  return request(clientPath(identifier, enabled ? '/enable' : '/disable'), { method: 'POST' });
}

/** Retries now. */
export function connectNow(identifier: string): Promise<MqttClientView> {
  return request(clientPath(identifier, '/connect'), { method: 'POST' });
}

/**
 * Connection test with a session of its own.
 * @param identifier client whose stored secrets replace omitted ones; null for none
 */
export function testClient(
  client: MqttClientInput,
  identifier: string | null,
  signal: AbortSignal,
): Promise<MqttTestResult> {
  const path = identifier === null ? `${BASE}/test` : clientPath(identifier, '/test');
  return request(path, { method: 'POST', body: client, signal, timeoutMs: TEST_TIMEOUT_MS });
}

/** @param file unparsed: a parser would hide duplicate keys */
export function importClients(file: string): Promise<MqttImported> {
  return request(`${BASE}/import`, { method: 'POST', body: file });
}
