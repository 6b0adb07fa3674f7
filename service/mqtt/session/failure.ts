/** Why a connection is not there, and where it was to lead: what the tables of causes are made of. */
import type { MqttError, MqttErrorCode } from '../../contract/index.ts';

/** How far a connection came. */
export type ConnectionPhase =
  /** Looking up the name, and the TCP connection. */
  | 'connecting'
  /** The TLS handshake. */
  | 'securing'
  /** CONNECT is sent, the broker has not answered. */
  | 'asking'
  /** The broker accepted. */
  | 'online';

/** What a cause must know of the connection to be put in words. Never user name, password or key. */
export interface ConnectionContext {
  /** As it is set, without the brackets of an IPv6 address. */
  host: string;
  port: number;
  tls: boolean;
  /** As in `protocol_version`: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5.0. */
  version: 3 | 4 | 5;
  clientId: string;
  hasUser: boolean;
  hasClientCertificate: boolean;
  /** Whether a certificate authority was given, which alone is then trusted. */
  hasOwnCa: boolean;
  phase: ConnectionPhase;
  /** How long was waited, in seconds. */
  waited: number;
}

export interface Failure {
  code: MqttErrorCode;
  text: string;
  remedy: string;
  /** The broker's own code; null where it gave none. */
  reasonCode: number | null;
  /** Trying again soon is pointless: something must be changed first. */
  lasting: boolean;
}

/** What does not mend itself. */
const LASTING: ReadonlySet<MqttErrorCode> = new Set([
  'not-mqtt',
  'tls-expected',
  'tls-not-offered',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'certificate-invalid',
  'client-certificate-refused',
  'credentials-refused',
  'not-authorized',
  'protocol-version-refused',
  'client-id-refused',
  'taken-over',
  'password-needed',
  'refused',
]);

/** @param more the broker's own code, and whether it lasts where that does not follow from the code alone */
export function failure(
  code: MqttErrorCode,
  text: string,
  remedy: string,
  more: Partial<Pick<Failure, 'reasonCode' | 'lasting'>> = {},
): Failure {
  return { code, text, remedy, reasonCode: null, lasting: LASTING.has(code), ...more };
}

/** What helps where pings stay without an answer. */
export const KEEP_ALIVE_REMEDY =
  'Mensura reconnects automatically. If this happens often, the network is slow or unstable; try a longer keep-alive interval.';

/** `port 1883 of 10.20.0.7`. */
export function formatEndpoint({ host, port }: Pick<ConnectionContext, 'host' | 'port'>): string {
  return `port ${port} of ${host}`;
}

const VERSIONS = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5' } as const;

/** `MQTT 3.1.1`, `MQTT 5 over TLS`. */
export function protocolName({ version, tls }: Pick<ConnectionContext, 'version' | 'tls'>): string {
  return tls ? `${VERSIONS[version]} over TLS` : VERSIONS[version];
}

/** As the app API shows it. @param now milliseconds since 1970 */
export function toMqttError({ code, text, remedy, reasonCode }: Failure, now: number): MqttError {
  return { code, text, remedy, reason_code: reasonCode, timestamp: new Date(now).toISOString() };
}
