import {
  type GatewayInput,
  type GatewayOffers,
  type GatewayTestResult,
  type GatewayView,
  MAX_GATEWAYS,
} from '../../../service/contract/index.ts';
import { type EntryRecord, EntryStore, type ItemDefinition } from '../config-items/entry-store.ts';
import type { PublicationOptions } from '../frame-batcher.ts';
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

const GATEWAYS: ItemDefinition<GatewayView> = {
  idOf: ({ id }) => id,
  nameOf: ({ config }) => config.name,
  most: MAX_GATEWAYS,
  newsOf: ({ name, data }) => (name === 'gateway' ? { id: data.id, view: data.gateway } : undefined),
};

export type GatewayRecord = EntryRecord<GatewayView>;

export class GatewayStore extends EntryStore<GatewayView> {
  constructor(timing: PublicationOptions = {}) {
    super(GATEWAYS, timing);
  }
}
