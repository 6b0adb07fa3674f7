/** A client's configuration in the words of the MQTT library. */
import type { IClientOptions } from 'mqtt';
import type { PublishRequest } from '../types.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';

/**
 * How long an MQTT 5 broker keeps its part of the session while the client is away, in seconds: a day. There are no
 * subscriptions of ours in it, only which messages of QoS 2 were on their way.
 */
const SESSION_EXPIRY_S = 86_400;

/** The largest packet that is taken, in bytes: many times the largest of what instruments and Mensuras publish. */
export const LARGEST_READ = 262_144;

/**
 * Most messages of a broker with QoS 1 or 2 that are unfinished at a time. Those with QoS 1 are confirmed as soon as they
 * were handed on: this bounds what lies between broker and us, and a small number would make distant brokers slow.
 */
export const MAX_UNFINISHED = 1000;

/** The protocol's name before MQTT 3.1.1 (MQTT 3.1, 3.1; MQTT 3.1.1, 3.1.2.1). */
const PROTOCOL_IDS = { 3: 'MQIsdp', 4: 'MQTT', 5: 'MQTT' } as const;

function willOf({ topic, payload, qos, retain, expiry }: PublishRequest, version: number): IClientOptions['will'] {
  const properties = version === 5 && expiry !== undefined ? { properties: { messageExpiryInterval: expiry } } : {};
  return { topic, payload: Buffer.from(payload), qos, retain, ...properties };
}

/** A password alone goes with an empty user name: the library cannot send it without, as MQTT 5 could (3.1.2.9). */
function credentialsOf(username: string, password: string): Pick<IClientOptions, 'username' | 'password'> {
  if (username === '' && password === '') return {};
  return password === '' ? { username } : { username, password };
}

/**
 * What an MQTT 5 broker is told of our bounds (3.1.2.11).
 * @param reads whether the connection subscribes; one that does not takes no message, and the least that can be said is 1
 */
function propertiesOf({ config }: BrokerEndpoint, reads: boolean): IClientOptions['properties'] {
  const bounds = { receiveMaximum: reads ? MAX_UNFINISHED : 1, maximumPacketSize: LARGEST_READ };
  return config.fields.clean_session ? bounds : { ...bounds, sessionExpiryInterval: SESSION_EXPIRY_S };
}

/**
 * What CONNECT says, and that the library never reconnects, keeps or repeats anything by itself.
 * @param reads whether the connection subscribes to anything
 */
export function connectOptions(target: BrokerEndpoint, reads: boolean): IClientOptions {
  const { config, secrets, clientId, will } = target;
  const { protocol_version, clean_session, keep_alive, username } = config.fields;
  return {
    manualConnect: true,
    reconnectPeriod: 0,
    reconnectOnConnackError: false,
    resubscribe: false,
    queueQoSZero: false,
    // A table of all numbers of two bytes: 20 MB and a noticeable pause, for a microsecond per message.
    writeCache: false,
    // Its own makes an array of the arguments of some forty calls for each message, also while nobody looks at them.
    log: () => {},
    clientId,
    protocolId: PROTOCOL_IDS[protocol_version],
    protocolVersion: protocol_version,
    clean: clean_session,
    keepalive: keep_alive,
    ...credentialsOf(username, secrets.password),
    ...(will ? { will: willOf(will, protocol_version) } : {}),
    ...(protocol_version === 5 ? { properties: propertiesOf(target, reads) } : {}),
  };
}
