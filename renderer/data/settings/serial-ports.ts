/** Every request throws RequestError. */
import type { ListedPorts, SerialPortTest, SerialPortView, SerialPortViews } from '../../../service/contract/index.ts';
import { request, TEST_TIMEOUT_MS } from '../requests.ts';

const PORTS = '/app/v1/serial-ports';

export function fetchSerialPorts(signal: AbortSignal): Promise<SerialPortViews> {
  return request(PORTS, { signal });
}

/** The ports that the system lists. */
export function fetchListedPorts(): Promise<ListedPorts> {
  return request(`${PORTS}/listed`);
}

export function addSerialPort(path: string): Promise<SerialPortView> {
  return request(PORTS, { method: 'POST', body: { path } });
}

export async function removeSerialPort(path: string): Promise<void> {
  await request(`${PORTS}/${encodeURIComponent(path)}`, { method: 'DELETE' });
}

export function testSerialPort(path: string): Promise<SerialPortTest> {
  return request(`${PORTS}/test`, { method: 'POST', body: { path }, timeoutMs: TEST_TIMEOUT_MS });
}
