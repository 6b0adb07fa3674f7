/** One destination over alarms that the test plays, with a sender in memory, in a time that only the test moves. */
import { afterEach } from 'vitest';
import type { NotificationBatch } from '../../../service/alarms/notification-queue.ts';
import { type DestinationFields, destinationFieldsSchema } from '../../../service/contract/index.ts';
import { NotificationPlan } from '../../../service/notifications/plans.ts';
import { recipientOf } from '../../../service/notifications/recipient.ts';
import { DestinationSession } from '../../../service/notifications/session.ts';
import type { DeliveryFailure, OutgoingMessage, Sender, SendOutcome } from '../../../service/notifications/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { type AlarmBench, alarmBenches, type PlayedLog, pass } from '../alarms/support.ts';

export const DESTINATION = 'n00000001';

/** Of `run`. */
const STEPS = 20;

export const AWAY: DeliveryFailure = { code: 'unreachable', text: 'Away.', remedy: '', isLasting: false };
export const CONTENT: DeliveryFailure = { code: 'message-refused', text: 'Spam.', remedy: '', isLasting: true };
export const REFUSED: DeliveryFailure = { code: 'credentials-refused', text: 'No.', remedy: '', isLasting: true };

/** A server in memory. */
export class PlayedSender implements Sender {
  /** Undefined: accepts. */
  failure: DeliveryFailure | undefined;
  /** Messages that it accepts in spite of the failure. */
  isAccepted: (message: OutgoingMessage) => boolean = () => false;
  /** Recipients that it does not deliver to; undefined: none. */
  rejected: string[] | undefined;
  /** Accepted, in order. */
  readonly sent: OutgoingMessage[] = [];
  attempts = 0;
  /** Held until it resolves. */
  gate: Promise<void> | undefined;

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> {
    this.attempts += 1;
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (this.gate) await Promise.race([this.gate, aborted.promise]);
    if (signal.aborted) return { kind: 'aborted' };
    if (this.failure && !this.isAccepted(message)) return { kind: 'failed', failure: this.failure };
    this.sent.push(message);
    return { kind: 'delivered', text: 'Accepted.', ...(this.rejected && { rejected: this.rejected }) };
  }

  close(): void {}
}

export interface DeliveryBench extends AlarmBench {
  session: DestinationSession;
  plan: NotificationPlan;
  sender: PlayedSender;
  /** What each accepted message is about: `raised 31, cleared 31`; `daily`. */
  messages(): string[];
  waiting(): number;
  /** Lets time pass in steps, each with what is written to the disk. */
  run(ms: number): Promise<void>;
}

/** At the top of a file: destinations that end with each test. @returns starts one */
export function deliveryBenches(): (
  fields?: Partial<DestinationFields>,
  before?: { log: PlayedLog; sender: PlayedSender },
) => Promise<DeliveryBench> {
  const start = alarmBenches();
  let sessions: DestinationSession[] = [];
  afterEach(async () => {
    const stopped = Promise.all(sessions.map((session) => session.stop()));
    sessions = [];
    await pass(2000);
    await stopped;
  });
  return async (given = {}, before) => {
    const fields = destinationFieldsSchema.parse({
      kind: 'webhook',
      name: 'lab',
      url: 'http://localhost:1',
      ...given,
    });
    const recipients = new Map([[DESTINATION, recipientOf({ fields })]]);
    const bench = await start(before?.log, [], recipients);
    const sender = before?.sender ?? new PlayedSender();
    const queue = bench.manager.notifications;
    const plan = new NotificationPlan({
      id: DESTINATION,
      fields,
      queue,
      composeAlarms: async (batch) => messageOf(batch),
      composeDaily: async (id) => ({ ...EMPTY, id, kind: 'daily', subject: 'daily' }),
      clock: systemClock,
    });
    const session = new DestinationSession({
      plan,
      sender,
      enabled: true,
      clock: systemClock,
      logger: silentLogger,
      random: () => 1,
    });
    sessions.push(session);
    session.start();
    await pass(0);
    return {
      ...bench,
      session,
      plan,
      sender,
      messages: () => sender.sent.map(({ subject }) => subject),
      waiting: () => queue.size(DESTINATION),
      run: async (ms) => {
        for (let step = 0; step < STEPS; step += 1) {
          await bench.passAndKeep(ms / STEPS);
          await bench.passAndKeep(0);
        }
      },
    };
  };
}

const EMPTY: OutgoingMessage = {
  id: '',
  kind: 'alarms',
  subject: '',
  text: '',
  html: '',
  chart: undefined,
  alarms: [],
  link: '',
  at: 0,
};

function messageOf({ id, waiting }: NotificationBatch): OutgoingMessage {
  const subject = waiting.map(({ event: { kind, alarm } }) => `${kind} ${alarm.magnitude}`).join(', ');
  return { ...EMPTY, id, subject };
}
