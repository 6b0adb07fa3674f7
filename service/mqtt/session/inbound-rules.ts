/** What a broker may send, and when: MQTT 5.0, 3 and 4; the earlier versions have the same rules. */
import type { Packet } from 'mqtt';
import { QUOTA_EXCEEDED } from './reason-codes.ts';

export interface Violation {
  /** Continues the sentence "The broker on port 1883 of 10.20.0.7 violated the rules of MQTT: it". */
  what: string;
  /** A remedy beyond reading the broker's log. */
  remedy?: string;
  /** The reason sent to an MQTT 5 broker (3.14.2.1). */
  reasonCode: number;
}

/** The reason code for a violation without its own. */
export const PROTOCOL_ERROR = 130;
const RECEIVE_MAXIMUM_EXCEEDED = 147;
const PACKET_TOO_LARGE = 149;

/** Our packets that require a response, with its type. */
const RESPONSES: Partial<Record<Packet['cmd'], Packet['cmd']>> = {
  connect: 'connack',
  subscribe: 'suback',
  pingreq: 'pingresp',
};

/** Packets allowed at any time: acknowledgments, which have no effect if they match nothing, and DISCONNECT. */
const FREE: ReadonlySet<Packet['cmd']> = new Set(['puback', 'pubrec', 'pubcomp', 'disconnect']);

/** Packets of a subscription. */
const MESSAGES: ReadonlySet<Packet['cmd']> = new Set(['publish', 'pubrel']);

/** Limit of bytes without a complete packet: several times the maximum packet size. */
const MAX_UNREAD = 1_048_576;

/** Minimum memory use of a received piece, in bytes, however short. */
const LEAST_PIECE = 256;

/** Limit of unsent packets other than messages; few ever wait with a correct broker. */
const MAX_UNTAKEN = 1000;

/** The rules of one connection; methods return the violated rule, or undefined. */
export class InboundRules {
  readonly #reads: boolean;
  readonly #clientId: string;
  /** Responses due. */
  readonly #due = new Map<Packet['cmd'], number>();
  #unread = 0;
  #untaken = 0;

  /** @param reads whether the connection subscribes */
  constructor(reads: boolean, clientId: string) {
    this.#reads = reads;
    this.#clientId = clientId;
  }

  /** Bytes since the last parsed packet; a short piece counts as more. */
  get unread(): number {
    return this.#unread;
  }

  /** @param bytes of one received piece */
  came(bytes: number): Violation | undefined {
    this.#unread += Math.max(bytes, LEAST_PIECE);
    if (this.#unread <= MAX_UNREAD) return undefined;
    return { what: `sent more than ${MAX_UNREAD} bytes without completing a packet`, reasonCode: PACKET_TOO_LARGE };
  }

  received({ cmd }: Pick<Packet, 'cmd'>): Violation | undefined {
    this.#unread = 0;
    if (FREE.has(cmd)) return undefined;
    if (MESSAGES.has(cmd)) return this.#reads ? undefined : unsubscribed(this.#clientId);
    const due = this.#due.get(cmd) ?? 0;
    if (due === 0) return { what: `sent ${cmd.toUpperCase()} without a matching request`, reasonCode: PROTOCOL_ERROR };
    this.#due.set(cmd, due - 1);
    return undefined;
  }

  /**
   * A packet is being sent. Messages wait at their source while the socket is full; responses to the broker do not.
   * @param isFull the socket takes no more for now
   */
  sent({ cmd }: Pick<Packet, 'cmd'>, isFull: boolean): Violation | undefined {
    const response = RESPONSES[cmd];
    if (response) this.#due.set(response, (this.#due.get(response) ?? 0) + 1);
    if (isFull && cmd !== 'publish') this.#untaken += 1;
    if (this.#untaken <= MAX_UNTAKEN) return undefined;
    return {
      what: 'keeps sending packets that require a response, without reading the responses',
      reasonCode: QUOTA_EXCEEDED,
    };
  }

  drained(): void {
    this.#untaken = 0;
  }
}

function unsubscribed(clientId: string): Violation {
  return {
    what: 'sent a message to a client without subscriptions',
    remedy: `Another program or the broker's administrator may have created a subscription for the client ID ${clientId}. Use another client ID, turn on "Clean session", or ask the administrator to delete the subscription.`,
    reasonCode: PROTOCOL_ERROR,
  };
}

/** @param limit of messages */
export function tooManyUnfinished(limit: number): Violation {
  return {
    what: `did not complete the delivery of more than ${limit} messages with QoS 2`,
    reasonCode: RECEIVE_MAXIMUM_EXCEEDED,
  };
}
