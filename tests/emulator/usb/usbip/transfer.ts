/** One transfer between host and device. */
import type { Setup } from '../parts.ts';
import { STATUS } from './wire.ts';

export interface Transfer {
  /** 0 to 15. */
  endpoint: number;
  /** Whether the bytes go from the device to the host. */
  fromDevice: boolean;
  /** How many bytes the host takes, or gave. */
  length: number;
  /** For endpoint 0. */
  setup: Setup;
  /** What the host sends. */
  data: Buffer;
  /** Answers it, once at most. A transfer may stay without an answer for ever: the host takes it back then. */
  done(outcome: Outcome): void;
}

/** What came of a transfer. */
export interface Outcome {
  status: number;
  /** Bytes for the host; more than it takes are cut off. */
  data?: Uint8Array;
}

export const STALLED: Outcome = { status: STATUS.stall };
export const ACCEPTED: Outcome = { status: STATUS.ok };

/** Takes back a transfer that waits. */
export type Cancel = () => void;
