import type { GatewayInput, GatewayOffers, GatewayTestResult, GatewayView } from '../../../service/contract/index.ts';
import { request, TEST_TIMEOUT_MS } from '../requests.ts';

const BASE = '/app/v1/gateways';

function gatewayPath(id: string, action = ''): string {
  return `${BASE}/${encodeURIComponent(id)}${action}`;
}

export function createGateway(gateway: GatewayInput): Promise<GatewayView> {
  return request(BASE, { method: 'POST', body: gateway });
}

export function updateGateway(id: string, gateway: GatewayInput): Promise<GatewayView> {
  return request(gatewayPath(id), { method: 'PUT', body: gateway });
}

export function removeGateway(id: string): Promise<unknown> {
  return request(gatewayPath(id), { method: 'DELETE' });
}

export function setGatewayEnabled(id: string, enabled: boolean): Promise<GatewayView> {
  return request(gatewayPath(id, enabled ? '/enable' : '/disable'), { method: 'POST' });
}

/** Installations found on the local network. */
export function gatewayOffers(signal: AbortSignal): Promise<GatewayOffers> {
  return request(`${BASE}/offers`, { signal });
}

export function retryGateway(id: string): Promise<GatewayView> {
  return request(gatewayPath(id, '/connect'), { method: 'POST' });
}

/** Connection test. */
export function testGateway(gateway: GatewayInput, signal: AbortSignal): Promise<GatewayTestResult> {
  return request(`${BASE}/test`, { method: 'POST', body: gateway, signal, timeoutMs: TEST_TIMEOUT_MS });
}
