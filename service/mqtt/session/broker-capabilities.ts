/** What a broker grants when it accepts a connection: MQTT 5.0, 3.2.2.3. Earlier versions leave everything open. */
import type { IConnackPacket } from 'mqtt';

export interface BrokerCapabilities {
  /** Most messages with QoS 1 or 2 that may be on their way at a time, 1 to 65535. */
  receiveMaximum: number;
  maximumQos: 0 | 1 | 2;
  /** Whether it keeps retained messages. */
  retain: boolean;
  /** The largest packet it takes, in bytes. */
  maximumPacketSize: number;
  /** Seconds, where the broker sets another keep-alive than was asked for. */
  keepAlive: number | undefined;
  /** Whether it still knows the session of an earlier connection. */
  sessionPresent: boolean;
}

/** The largest packet that MQTT can express, in bytes: a remaining length of four bytes, and the header. */
export const MAX_PACKET_BYTES = 268_435_455 + 5;

/** @param version MQTT 3.1 has no flag for a session that is still there: it is taken to be */
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
