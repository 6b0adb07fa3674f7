/** Messages from the hub to each window. */
import type { AppStatus, StreamEvent } from '../../../service/contract/index.ts';

/** Times are milliseconds since 1970. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live'; since: number }
  | { state: 'unreachable'; since: number; cause: string };

export type ToWindow =
  /** For a new window: the events of everything known, beginning with `reset`. */
  | { kind: 'snapshot'; events: StreamEvent[]; connection: Connection; status: AppStatus | null }
  | { kind: 'events'; events: StreamEvent[] }
  | { kind: 'connection'; connection: Connection }
  | { kind: 'status'; status: AppStatus | null };

export type FromWindow =
  /** `lock` is a Web Lock that the window holds while it exists. */
  | { kind: 'hello'; lock: string }
  /** Retry now. */
  | { kind: 'retry' };
