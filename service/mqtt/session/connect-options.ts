import type { IClientOptions } from 'mqtt';
import type { PublishRequest } from '../types.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';

/**
 * How long an MQTT 5 broker stores the session after a disconnect, in seconds: a day. It holds no subscriptions,
 * only the QoS 2 messages in flight.
 */
const SESSION_EXPIRY_S = 86_400;

/** Maximum packet size received, in bytes: many times the largest packet of devices and Mensura. */
export const LARGEST_READ = 262_144;

/**
 * Maximum of unfinished QoS 1 and 2 messages received. QoS 1 is acknowledged once passed on, so this bounds messages
 * in the network; a small number would slow down distant brokers.
 */
export const MAX_UNFINISHED = 1000;

/** The protocol name differs before MQTT 3.1.1 (MQTT 3.1, 3.1; MQTT 3.1.1, 3.1.2.1). */
const PROTOCOL_IDS = { 3: 'MQIsdp', 4: 'MQTT', 5: 'MQTT' } as const;

function willOf({ topic, payload, qos, retain, expiry }: PublishRequest, version: number): IClientOptions['will'] {
  const properties = version === 5 && expiry !== undefined ? { properties: { messageExpiryInterval: expiry } } : {};
  return { topic, payload: Buffer.from(payload), qos, retain, ...properties };
}

/** Sends a password without a username with an empty one: the library cannot omit it, as MQTT 5 can (3.1.2.9). */
function credentialsOf(username: string, password: string): Pick<IClientOptions, 'username' | 'password'> {
  if (username === '' && password === '') return {};
  return password === '' ? { username } : { username, password };
}

/**
 * Our limits for an MQTT 5 broker (3.1.2.11).
 * @param reads whether the connection subscribes; otherwise it receives no messages, and the minimum is 1
 */
function propertiesOf({ config }: BrokerEndpoint, reads: boolean): IClientOptions['properties'] {
  const bounds = { receiveMaximum: reads ? MAX_UNFINISHED : 1, maximumPacketSize: LARGEST_READ };
  return config.fields.clean_session ? bounds : { ...bounds, sessionExpiryInterval: SESSION_EXPIRY_S };
}

/**
 * Disables reconnecting, storing and retransmission in the library.
 * @param reads whether the connection subscribes
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
    // A table of all two-byte numbers: 20 MB and a noticeable pause, to save a microsecond per message.
    writeCache: false,
    // The default builds an array for each of some forty calls per message, even if debug output is off.
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
