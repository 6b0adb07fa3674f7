import type { IStore, Packet } from 'mqtt';
import type { MessageIds } from './message-ids.ts';

/** Hears what becomes of a message; without a packet, the connection ended before an answer came. */
export type OnAcknowledged = (error: Error | null | undefined, packet?: Packet) => void;

/** What outlives a connection: the messages on their way, by number. */
export interface InFlightState {
  readonly ids: MessageIds;
  /** Where the library keeps messages until they are confirmed. */
  readonly store: IStore;
  /** The numbers of messages that an earlier connection left. The library repeats them before anything else. */
  readonly carried: Iterable<number>;
  readonly onAnswer: OnAcknowledged;
  /** The broker knows nothing of an earlier connection: nothing is carried over, and `store` is another one. */
  forget(): void;
}
