import type { IStore, Packet } from 'mqtt';
import type { MessageIds } from './message-ids.ts';

/** Receives the result of a message; without a packet, the connection ended first. */
export type OnAcknowledged = (error: Error | null | undefined, packet?: Packet) => void;

/** The state that outlives a connection: messages in flight, by packet identifier. */
export interface InFlightState {
  readonly ids: MessageIds;
  /** Where the library stores unacknowledged messages. */
  readonly store: IStore;
  /** Packet identifiers left by an earlier connection. The library repeats these messages first. */
  readonly carried: Iterable<number>;
  readonly onAcknowledged: OnAcknowledged;
  /** The broker has no session: nothing is carried over, and `store` is replaced. */
  reset(): void;
}
