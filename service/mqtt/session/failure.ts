import { MQTT_VERSIONS, type MqttError, type MqttErrorCode } from '../../contract/index.ts';
import type { ClientConfig } from '../types.ts';

export type ConnectionPhase =
  /** DNS lookup of the proxy, TCP connection to it, and its response. */
  | 'proxy'
  /** DNS lookup and TCP connection. */
  | 'connecting'
  /** The TLS handshake. */
  | 'securing'
  /** The WebSocket handshake. */
  | 'upgrading'
  /** CONNECT is sent, without a response yet. */
  | 'asking'
  | 'online';

/** The facts about a connection used in error texts. Never username, password or key. */
export interface ConnectionContext {
  /** As configured, without the brackets of an IPv6 address. */
  host: string;
  port: number;
  tls: boolean;
  /** As in `protocol_version`: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5.0. */
  version: 3 | 4 | 5;
  clientId: string;
  hasUser: boolean;
  hasClientCertificate: boolean;
  /** A certificate authority is configured, which is then the only one trusted. */
  hasOwnCa: boolean;
  /** Undefined without WebSocket. */
  webSocketPath: string | undefined;
  /** Undefined without an HTTP proxy. */
  proxy: { host: string; port: number } | undefined;
  /** A username or password for the proxy is set. */
  hasProxyUser: boolean;
  phase: ConnectionPhase;
  /** Time waited, in seconds. */
  waited: number;
}

export interface Failure {
  code: MqttErrorCode;
  text: string;
  remedy: string;
  /** The broker's own code; null if there is none. */
  reasonCode: number | null;
  /** Retrying soon is pointless: something must be changed first. */
  lasting: boolean;
}

/** Errors that need a change. */
const LASTING: ReadonlySet<MqttErrorCode> = new Set([
  'not-mqtt',
  'tls-expected',
  'tls-not-offered',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'certificate-invalid',
  'client-certificate-refused',
  'proxy-refused',
  'websocket-refused',
  'credentials-refused',
  'not-authorized',
  'protocol-version-refused',
  'client-id-refused',
  'taken-over',
  'password-needed',
  'refused',
]);

/** @param more the broker's code, and whether the error lasts if its code does not decide that */
export function failure(
  code: MqttErrorCode,
  text: string,
  remedy: string,
  more: Partial<Pick<Failure, 'reasonCode' | 'lasting'>> = {},
): Failure {
  return { code, text, remedy, reasonCode: null, lasting: LASTING.has(code), ...more };
}

/** The remedy for unanswered pings. */
export const KEEP_ALIVE_REMEDY =
  'Mensura reconnects automatically. If this happens often, the network is slow or unstable; try a longer keep-alive interval.';

/** `port 1883 of 10.20.0.7`. */
export function formatEndpoint({ host, port }: Pick<ConnectionContext, 'host' | 'port'>): string {
  return `port ${port} of ${host}`;
}

/** `MQTT 3.1.1`, `MQTT 5.0 over TLS`, `MQTT 5.0 over WebSocket with TLS`. */
export function protocolName({
  version,
  tls,
  webSocketPath,
}: Pick<ConnectionContext, 'version' | 'tls' | 'webSocketPath'>): string {
  const name = MQTT_VERSIONS[version];
  if (webSocketPath === undefined) return tls ? `${name} over TLS` : name;
  return tls ? `${name} over WebSocket with TLS` : `${name} over WebSocket`;
}

/** ` through the proxy on port 3128 of proxy.example`; empty without a proxy. */
export function formatProxy({ proxy }: Pick<ConnectionContext, 'proxy'>): string {
  return proxy ? ` through the proxy on ${formatEndpoint(proxy)}` : '';
}

/** The error of the app API. @param now milliseconds since 1970 */
export function toMqttError({ code, text, remedy, reasonCode }: Failure, now: number): MqttError {
  return { code, text, remedy, reason_code: reasonCode, timestamp: new Date(now).toISOString() };
}

/** Why a client cannot attempt to connect; undefined if it can. */
export function configError({ fields, secrets }: ClientConfig): Failure | undefined {
  if (secrets === null) {
    return failure(
      'password-needed',
      'Cannot read the stored password or private key of this client.',
      'Enter the password again, and the private key if one was set.',
    );
  }
  if (secrets.password !== '' && fields.username === '' && fields.protocol_version < 5) {
    return failure(
      'credentials-refused',
      'A password is set without a username, which MQTT 3.1 and 3.1.1 do not support.',
      'Enter a username, or select MQTT 5.0.',
    );
  }
  return undefined;
}
