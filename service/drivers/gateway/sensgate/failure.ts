import type { GatewayError, GatewayErrorCode } from '../../../contract/index.ts';

export interface Endpoint {
  host: string;
  port: number;
  path: string;
}

export interface Failure {
  code: GatewayErrorCode;
  text: string;
  remedy: string;
  /** Retrying soon is pointless: something must be changed first. */
  lasting: boolean;
}

/** Errors that do not end by themselves. */
const LASTING: ReadonlySet<GatewayErrorCode> = new Set(['not-a-gateway', 'answer-too-large', 'answer-unknown']);

export const CHECK_ADDRESS = 'Check the host and port. The default SensGate port is 8080.';
export const RETRY_REMEDY = 'Mensura retries automatically. If this happens often, the network is slow or unstable.';

/** @param lasting if it does not follow from the code alone */
export function failure(code: GatewayErrorCode, text: string, remedy: string, lasting = LASTING.has(code)): Failure {
  return { code, text, remedy, lasting };
}

/** `Port 8080 of 192.168.40.1`. */
export function formatEndpoint({ host, port }: Endpoint): string {
  return `Port ${port} of ${host}`;
}

/**
 * In the app API's form.
 * @param now milliseconds since 1970
 */
export function toGatewayError({ code, text, remedy }: Failure, now: number): GatewayError {
  return { code, text, remedy, timestamp: new Date(now).toISOString() };
}
