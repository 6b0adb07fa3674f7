/** Codes of CONNACK, DISCONNECT, PUBACK and SUBACK: MQTT 3.1.1, 3.2.2.3; MQTT 5.0, 3.2.2.2 and 3.14.2.1. */
import type { MqttErrorCode } from '../../contract/index.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint, KEEP_ALIVE_REMEDY } from './failure.ts';

export interface BrokerReason {
  code: number;
  /** MQTT 5 reason string, if any. */
  reason?: string | undefined;
  /** MQTT 5 server reference, if any: another broker to use. */
  reference?: string | undefined;
}

/** Continues the sentence "The broker on port 1883 of 10.20.0.7". */
type Meaning = readonly [code: MqttErrorCode, what: string];

const VERSION: Meaning = ['protocol-version-refused', 'does not support this MQTT version'];
const CLIENT_ID: Meaning = ['client-id-refused', 'rejected the client ID'];
const UNAVAILABLE: Meaning = ['broker-unavailable', 'is currently unavailable'];
const CREDENTIALS: Meaning = ['credentials-refused', 'rejected the username or password'];
const NOT_AUTHORIZED: Meaning = ['not-authorized', 'does not authorize this client'];

const MQTT_3: Readonly<Record<number, Meaning>> = {
  1: VERSION,
  2: CLIENT_ID,
  3: UNAVAILABLE,
  4: CREDENTIALS,
  5: NOT_AUTHORIZED,
};

const MQTT_5: Readonly<Record<number, Meaning>> = {
  // A broker older than MQTT 5 uses its own code.
  1: VERSION,
  0: ['connection-lost', 'closed the connection'],
  128: ['refused', 'rejected the connection without a reason'],
  129: ['refused', 'reports a malformed packet'],
  130: ['refused', 'reports a protocol error'],
  131: ['refused', 'rejected the connection for an implementation-specific reason'],
  132: VERSION,
  133: CLIENT_ID,
  134: CREDENTIALS,
  135: NOT_AUTHORIZED,
  136: UNAVAILABLE,
  137: ['broker-unavailable', 'is too busy'],
  138: ['not-authorized', 'has banned this client'],
  139: ['broker-unavailable', 'is shutting down'],
  140: ['not-authorized', 'requires another authentication method'],
  141: ['keep-alive-lost', 'closed the connection after the keep-alive timeout'],
  142: ['taken-over', 'disconnected this session because another client uses the same client ID'],
  144: ['refused', 'rejected the topic of the last will'],
  147: ['refused', 'reports too many messages in flight'],
  148: ['refused', 'reports an invalid topic alias'],
  149: ['refused', 'reports that a message was too large'],
  150: ['broker-unavailable', 'reports that the message rate is too high'],
  151: ['broker-unavailable', 'reports that a quota is exceeded'],
  152: ['refused', 'closed the connection by administrative action'],
  153: ['refused', 'rejected the payload format of the last will'],
  154: ['refused', 'does not support retained messages'],
  155: ['refused', 'does not support the requested QoS'],
  156: ['refused', 'redirects to another broker temporarily'],
  157: ['refused', 'has moved permanently'],
  159: ['broker-unavailable', 'reports that the connection rate is too high'],
  160: ['connection-lost', 'limits the connection time'],
};

const CREDENTIALS_REMEDY = ({ hasUser }: ConnectionContext): string =>
  hasUser
    ? "Check the username and password, and ask the broker's administrator whether this client may connect."
    : 'Enter a username and password. None is set, and the broker may reject anonymous clients.';

const REMEDIES: Partial<Record<MqttErrorCode, (place: ConnectionContext) => string>> = {
  'protocol-version-refused': ({ version }) =>
    version === 5 ? 'Select MQTT 3.1.1.' : 'Select MQTT 3.1.1 or MQTT 5.0.',
  'client-id-refused': () => "Enter another client ID. Ask the broker's administrator which client IDs are permitted.",
  'credentials-refused': CREDENTIALS_REMEDY,
  'not-authorized': CREDENTIALS_REMEDY,
  'taken-over': ({ clientId }) => `Use a unique client ID for each client. This client uses ${clientId}.`,
  'broker-unavailable': () => 'Mensura retries automatically.',
  'connection-lost': () => 'Mensura reconnects automatically.',
  'keep-alive-lost': () => KEEP_ALIVE_REMEDY,
};

/** The name of a code in this version of MQTT. */
function codeName(code: number, { version }: Pick<ConnectionContext, 'version'>): string {
  return version === 5 ? `reason code ${code}` : `return code ${code}`;
}

export function brokerFailure({ code, reason, reference }: BrokerReason, place: ConnectionContext): Failure {
  const meanings = place.version === 5 ? MQTT_5 : MQTT_3;
  const [errorCode, what] = meanings[code] ?? ['refused', 'rejected the connection with an unknown code'];
  const quoted = reason ? ` Reason: "${reason}".` : '';
  const other = reference ? ` Server reference: ${reference}.` : '';
  const text = `The broker on ${formatEndpoint(place)} ${what} (${codeName(code, place)}).${quoted}${other}`;
  const remedy = REMEDIES[errorCode]?.(place) ?? 'See the broker log.';
  return failure(errorCode, text, remedy, { reasonCode: code });
}

/** MQTT 5 reason codes of a refused PUBLISH (3.4.2.1), as parts of a sentence. */
const PUBLISH_REASONS: Readonly<Record<number, string>> = {
  128: 'without a reason',
  131: 'for an implementation-specific reason',
  135: 'because the client is not authorized to publish to this topic',
  144: 'because the topic name is invalid',
  145: 'because the packet identifier is in use',
  151: 'because a quota is exceeded',
  153: 'because the payload format is invalid',
};

/** @param code MQTT 5 reason code */
export function publishRefusal(code: number): string {
  return `The broker rejected the message ${PUBLISH_REASONS[code] ?? 'with an unknown code'} (reason code ${code}).`;
}

/** SUBACK codes of refused filters (MQTT 5.0, 3.9.3); the filters are the object of the sentence. */
const SUBSCRIBE_REASONS: Readonly<Record<number, Meaning>> = {
  131: ['refused', 'reports an implementation-specific error and rejected the subscription to'],
  135: ['not-authorized', 'does not authorize this account to subscribe to'],
  143: ['refused', 'rejected the topic filter'],
  145: ['broker-unavailable', 'reports a packet identifier in use and rejected the subscription to'],
  151: ['broker-unavailable', 'reports an exceeded quota and rejected the subscription to'],
  158: ['refused', 'does not support shared subscriptions such as'],
  162: ['refused', 'does not support wildcards such as'],
};

/** The only code before MQTT 5 (3.9.3); the cause is nearly always a missing permission. */
const SUBSCRIBE_REFUSED: Meaning = ['not-authorized', 'does not authorize this account to subscribe to'];

const SUBSCRIBE_REMEDIES: Partial<Record<MqttErrorCode, string>> = {
  'not-authorized': "Ask the broker's administrator for permission to subscribe.",
  'broker-unavailable': 'Mensura retries automatically.',
};

/** Characters that NATS 2.9 refuses in topics; every other broker accepts them. */
export const REFUSED_BY_NATS = /[ .]/;

/**
 * @param code of SUBACK, 128 or more
 * @param filters the refused ones, at least one
 */
export function subscribeFailure(code: number, filters: readonly string[], place: ConnectionContext): Failure {
  const [errorCode, what] = SUBSCRIBE_REASONS[code] ?? SUBSCRIBE_REFUSED;
  const [first = '', ...others] = filters;
  const which = others.length > 0 ? `${first} and ${others.length} more` : first;
  const text = `The broker on ${formatEndpoint(place)} ${what} ${which} (${codeName(code, place)}).`;
  const remedy = SUBSCRIBE_REMEDIES[errorCode] ?? 'See the broker log.';
  // NATS refuses without a reason.
  const hint =
    code === 128 && REFUSED_BY_NATS.test(first) ? ' NATS does not support spaces and periods in topics.' : '';
  return failure(errorCode, text, `${remedy}${hint}`, { reasonCode: code });
}

/** `quota exceeded`: the only temporary refusal of a message. */
export const QUOTA_EXCEEDED = 151;
/** `packet identifier not found`: the response to a PUBREL that the broker has finished already (MQTT 5.0, 3.7.2.1). */
export const PACKET_ID_UNKNOWN = 146;
/** `retain not supported` and `QoS not supported`, about the last will (MQTT 5.0, 3.2.2.2). */
export const WILL_RETAIN_REFUSED = 154;
export const WILL_QOS_REFUSED = 155;
