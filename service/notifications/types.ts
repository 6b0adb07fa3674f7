/**
 * The parts of one destination:
 *
 *     AlarmManager -> NotificationQueue (stored with the alarms) -> (each destination) plan -> session -> Sender
 */
import type { AlarmEvent } from '../alarms/notification-queue.ts';
import type { Alarm, DestinationErrorCode, DestinationFields } from '../contract/index.ts';
import type { AlarmCondition } from '../devices/describe-condition.ts';
import type { Secrets } from '../secrets/secrets.ts';

export interface DestinationConfig {
  /** Assigned by the service: `n` and 8 hexadecimal digits. */
  id: string;
  fields: DestinationFields;
  /** Its `password` is the password or the token. Null: unreadable on this computer, must be entered again. */
  secrets: Secrets | null;
}

/** What happened to an alarm. */
export type AlarmEventKind = AlarmEvent['kind'];

/** One alarm in a message, with the user's names and display units. */
export interface NotifiedAlarm extends AlarmCondition {
  event: AlarmEventKind;
  /** When that happened, in milliseconds since 1970. */
  at: number;
  /** As it was then. */
  alarm: Alarm;
  /** What raised it: `31.20 °C`, `rose by 2.30 °C`, of a deviation `−1.20 °C`; empty for `no-data`. */
  value: string;
}

/** A message to deliver. */
export interface OutgoingMessage {
  /** Identifies it; the same when it is sent again, also after a restart. Letters, digits and hyphens. */
  id: string;
  /** `daily` and `test` have no alarms, or those that are active. */
  kind: 'alarms' | 'daily' | 'test';
  /** One line, without control characters. */
  subject: string;
  text: string;
  html: string;
  /** PNG of the last hour, which the HTML shows as `cid:chart`; undefined: none. */
  chart: Buffer | undefined;
  alarms: readonly NotifiedAlarm[];
  /** Address of the Alarms page. */
  link: string;
  /** When it was composed, in milliseconds since 1970. */
  at: number;
}

/** Why a message was not delivered. */
export interface DeliveryFailure {
  code: DestinationErrorCode;
  /** A sentence. */
  text: string;
  /** A sentence; empty if unknown. */
  remedy: string;
  /** Retrying soon is pointless: something must be changed first. */
  isLasting: boolean;
}

export type SendOutcome =
  /** The server acknowledged it. `text`: its answer, in sentences. `rejected`: addresses that it does not deliver to. */
  | { kind: 'delivered'; text: string; rejected?: readonly string[] }
  /** @property retryMs when the server permits the next attempt, if it says so */
  | { kind: 'failed'; failure: DeliveryFailure; retryMs?: number }
  | { kind: 'aborted' };

/** Steps of a test, as they are done. */
export interface SendProgress {
  connected(text: string): void;
  signedIn(text: string): void;
}

/** Delivers messages to one destination. Use one call at a time. */
export interface Sender {
  /** Never rejects. */
  send(message: OutgoingMessage, signal: AbortSignal, progress?: SendProgress): Promise<SendOutcome>;
  /** Ends its connections. */
  close(): void;
}
