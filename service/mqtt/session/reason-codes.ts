/** What the codes of CONNACK, DISCONNECT, PUBACK and SUBACK mean: MQTT 3.1.1, 3.2.2.3; MQTT 5.0, 3.2.2.2 and 3.14.2.1. */
import type { MqttErrorCode } from '../../contract/index.ts';
import { at, type Failure, failure, KEEP_ALIVE_REMEDY, type Place } from './failure.ts';

/** A refusal as the broker gives it. */
export interface BrokerReason {
  code: number;
  /** MQTT 5 reason string; undefined where there is none. */
  reason?: string | undefined;
  /** MQTT 5 server reference: another broker to use. */
  reference?: string | undefined;
}

/** The part of a sentence that follows "The broker on port 1883 of 10.20.0.7". */
type Meaning = readonly [code: MqttErrorCode, what: string];

const VERSION: Meaning = ['protocol-version-refused', 'does not speak this version of MQTT'];
const CLIENT_ID: Meaning = ['client-id-refused', 'does not accept the client id'];
const UNAVAILABLE: Meaning = ['broker-unavailable', 'is not available just now'];
const CREDENTIALS: Meaning = ['credentials-refused', 'refused the user name or the password'];
const NOT_AUTHORIZED: Meaning = ['not-authorized', 'does not let this client in'];

const MQTT_3: Readonly<Record<number, Meaning>> = {
  1: VERSION,
  2: CLIENT_ID,
  3: UNAVAILABLE,
  4: CREDENTIALS,
  5: NOT_AUTHORIZED,
};

const MQTT_5: Readonly<Record<number, Meaning>> = {
  // A broker older than MQTT 5 answers with its own code.
  1: VERSION,
  0: ['connection-lost', 'ended the connection'],
  128: ['refused', 'refused the connection without a reason'],
  129: ['refused', 'could not read what it was sent'],
  130: ['refused', 'says that the rules of MQTT were broken'],
  131: ['refused', 'refused the connection for a reason of its own'],
  132: VERSION,
  133: CLIENT_ID,
  134: CREDENTIALS,
  135: NOT_AUTHORIZED,
  136: UNAVAILABLE,
  137: ['broker-unavailable', 'is too busy just now'],
  138: ['not-authorized', 'has banned this client'],
  139: ['broker-unavailable', 'is shutting down'],
  140: ['not-authorized', 'asks for another way to log in than a password'],
  141: ['keep-alive-lost', 'heard nothing from this client for too long'],
  142: ['taken-over', 'gave the connection to another client with the same client id'],
  144: ['refused', 'does not accept the topic of the last will'],
  147: ['refused', 'says that too many messages were on their way at a time'],
  148: ['refused', 'says that a topic alias was wrong'],
  149: ['refused', 'says that a message was too large'],
  150: ['broker-unavailable', 'says that messages come too fast'],
  151: ['broker-unavailable', 'says that a quota is used up'],
  152: ['refused', 'ended the connection: an administrator did it'],
  153: ['refused', 'does not accept the form of the last will'],
  154: ['refused', 'does not keep retained messages'],
  155: ['refused', 'does not offer the quality of service'],
  156: ['refused', 'says that another broker is to be used for now'],
  157: ['refused', 'says that it has moved for good'],
  159: ['broker-unavailable', 'says that clients connect too often'],
  160: ['connection-lost', 'ends connections after a time'],
};

const CREDENTIALS_REMEDY = ({ hasUser }: Place): string =>
  hasUser
    ? "Check user name and password, and ask the broker's administrator whether this client may connect."
    : 'Give a user name and a password: none is set, and the broker may not admit anonymous clients.';

const REMEDIES: Partial<Record<MqttErrorCode, (place: Place) => string>> = {
  'protocol-version-refused': ({ version }) =>
    version === 5 ? 'Choose MQTT 3.1.1.' : 'Choose another version: MQTT 3.1.1 or MQTT 5.',
  'client-id-refused': () => "Give another client id; the broker's administrator knows which are admitted.",
  'credentials-refused': CREDENTIALS_REMEDY,
  'not-authorized': CREDENTIALS_REMEDY,
  'taken-over': ({ clientId }) => `Give every client its own client id. This one is ${clientId}.`,
  'broker-unavailable': () => 'The connection is tried again by itself.',
  'connection-lost': () => 'The connection is made again by itself.',
  'keep-alive-lost': () => KEEP_ALIVE_REMEDY,
};

/** A code as the version of MQTT calls it. */
function codeName(code: number, { version }: Pick<Place, 'version'>): string {
  return version === 5 ? `reason code ${code}` : `return code ${code}`;
}

/** A reason that the broker gave for not taking a connection, or for ending it. */
export function brokerFailure({ code, reason, reference }: BrokerReason, place: Place): Failure {
  const meanings = place.version === 5 ? MQTT_5 : MQTT_3;
  const [errorCode, what] = meanings[code] ?? [
    'refused',
    'refused the connection with a code that has no meaning here',
  ];
  const words = reason ? ` It says: "${reason}".` : '';
  const other = reference ? ` It names ${reference}.` : '';
  const text = `The broker on ${at(place)} ${what} (${codeName(code, place)}).${words}${other}`;
  const remedy = REMEDIES[errorCode]?.(place) ?? "The broker's log says more.";
  return failure(errorCode, text, remedy, { reasonCode: code });
}

/** MQTT 5 reason codes of a PUBLISH that was not taken (3.4.2.1), as parts of a sentence. */
const PUBLISH_REASONS: Readonly<Record<number, string>> = {
  128: 'without a reason',
  131: 'for a reason of its own',
  135: 'because this client may not publish there',
  144: 'because of its topic',
  145: 'because its number is in use',
  151: 'because a quota is used up',
  153: 'because of its form',
};

/** What a broker's answer to a message means, in a plain sentence. @param code MQTT 5 reason code */
export function publishRefusal(code: number): string {
  return `The broker refused the message ${PUBLISH_REASONS[code] ?? 'with a code that has no meaning here'} (reason code ${code}).`;
}

/** What a SUBACK says of filters that were refused (MQTT 5.0, 3.9.3), with the filters as its object. */
const SUBSCRIBE_REASONS: Readonly<Record<number, Meaning>> = {
  131: ['refused', 'refuses for a reason of its own to hand out'],
  135: ['not-authorized', 'does not let this account read'],
  143: ['refused', 'does not accept the topic filter'],
  145: ['broker-unavailable', 'says that a number is in use, and does not hand out'],
  151: ['broker-unavailable', 'says that a quota is used up, and does not hand out'],
  158: ['refused', 'does not offer shared subscriptions, as is'],
  162: ['refused', 'does not offer wildcards, as in'],
};

/** Before MQTT 5 there is one code (3.9.3), and the account's rights are what it nearly always means. */
const SUBSCRIBE_REFUSED: Meaning = ['not-authorized', 'does not let this account read'];

const SUBSCRIBE_REMEDIES: Partial<Record<MqttErrorCode, string>> = {
  'not-authorized': "Ask the broker's administrator for the right to read there.",
  'broker-unavailable': 'It is tried again by itself.',
};

/**
 * A subscription that the broker refused.
 * @param code of SUBACK, 128 or more
 * @param filters those that were refused, one or more
 */
export function subscribeFailure(code: number, filters: readonly string[], place: Place): Failure {
  const [errorCode, what] = SUBSCRIBE_REASONS[code] ?? SUBSCRIBE_REFUSED;
  const [first = '', ...others] = filters;
  const which = others.length > 0 ? `${first} and ${others.length} more` : first;
  const text = `The broker on ${at(place)} ${what} ${which} (${codeName(code, place)}).`;
  const remedy = SUBSCRIBE_REMEDIES[errorCode] ?? "The broker's log says more.";
  return failure(errorCode, text, remedy, { reasonCode: code });
}

/** `quota exceeded`: the one refusal of a message that passes. */
export const QUOTA_EXCEEDED = 151;
/** `packet identifier not found`: the answer to a PUBREL that the broker had finished with before (MQTT 5.0, 3.7.2.1). */
export const PACKET_ID_UNKNOWN = 146;
/** `retain not supported` and `QoS not supported`: the last will asks for too much (MQTT 5.0, 3.2.2.2). */
export const WILL_RETAIN_REFUSED = 154;
export const WILL_QOS_REFUSED = 155;
