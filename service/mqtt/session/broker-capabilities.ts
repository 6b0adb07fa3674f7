/** The limits in a broker's CONNACK: MQTT 5.0, 3.2.2.3. Earlier versions have none. */
import type { IConnackPacket } from 'mqtt';

export interface BrokerCapabilities {
  /** Maximum of QoS 1 and 2 messages in flight, 1 to 65535. */
  receiveMaximum: number;
  maximumQos: 0 | 1 | 2;
  /** Supports retained messages. */
  retain: boolean;
  /** Maximum packet size, in bytes. */
  maximumPacketSize: number;
  /** In seconds; undefined if the broker accepts the requested keep-alive. */
  keepAlive: number | undefined;
  /** The broker has the session of an earlier connection. */
  sessionPresent: boolean;
}

/** The largest packet in MQTT, in bytes: a remaining length of four bytes, and the header. */
export const MAX_PACKET_BYTES = 268_435_455 + 5;

/** @param version MQTT 3.1 has no session-present flag: it is assumed set */
export function parseConnack(
  { sessionPresent, properties = {} }: IConnackPacket,
  version: 3 | 4 | 5,
): BrokerCapabilities {
  const { receiveMaximum, maximumQoS, retainAvailable, maximumPacketSize, serverKeepAlive } = properties;
  return {
    receiveMaximum: receiveMaximum ?? 65_535,
    maximumQos: maximumQoS === 0 || maximumQoS === 1 ? maximumQoS : 2,
    retain: retainAvailable ?? true,
    maximumPacketSize: Math.min(maximumPacketSize ?? MAX_PACKET_BYTES, MAX_PACKET_BYTES),
    keepAlive: serverKeepAlive,
    sessionPresent: version === 3 || sessionPresent,
  };
}
