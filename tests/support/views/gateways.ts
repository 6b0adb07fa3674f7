/** Gateways as the app API shows them, for tests that need a certain one. */
import {
  type GatewayConfig,
  type GatewayError,
  type GatewayErrorCode,
  type GatewayInput,
  type GatewayStatus,
  type GatewayView,
  gatewayInputSchema,
} from '../../../service/contract/index.ts';

export interface GatewayFacts {
  id: string;
  /** A SensGate called like its id unless said otherwise. */
  config?: Partial<Extract<GatewayInput, { kind: 'sensgate' }>> | Extract<GatewayInput, { kind: 'mqtt' }>;
  status?: Partial<GatewayStatus>;
}

export function gatewayView({ id, config = {}, status }: GatewayFacts): GatewayView {
  const sensgate = { kind: 'sensgate', name: id, host: `${id}.example` };
  const full: GatewayConfig = gatewayInputSchema.parse(config.kind === 'mqtt' ? config : { ...sensgate, ...config });
  return { id, config: full, status: { ...gatewayStatus(), ...status } };
}

/** Other Mensuras under a prefix. */
export function remoteConfig(name: string, client: string, prefix: string): Extract<GatewayInput, { kind: 'mqtt' }> {
  return { kind: 'mqtt', name, client, prefix };
}

/** Online for an hour, with nothing behind it. */
export function gatewayStatus(): GatewayStatus {
  return {
    state: 'online',
    since: new Date(Date.now() - 3_600_000).toISOString(),
    error: null,
    next_retry: null,
    latency_ms: null,
    received: 0,
    refused: 0,
    unknown_answer: null,
    instruments: 0,
    gateways: [],
    gateway_count: 0,
  };
}

export function gatewayError(code: GatewayErrorCode, text: string, remedy = ''): GatewayError {
  return { code, text, remedy, timestamp: new Date().toISOString() };
}
