import { randomBytes } from 'node:crypto';
import type { NotificationBatch } from '../alarms/notification-queue.ts';
import type { Alarms } from '../contract/index.ts';
import type { ReadingTextSource } from '../devices/describe-condition.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import { type AlarmChart, type AlarmChartOptions, chartOf } from './alarm-chart.ts';
import { composeMessage } from './compose-message.ts';
import { describeAlarm } from './describe-alarm.ts';
import type { NotifiedAlarm, OutgoingMessage } from './types.ts';

export interface MessageComposerOptions {
  texts: ReadingTextSource;
  history: AlarmChartOptions['history'];
  alarms: { list(): Alarms };
  /** Name of the computer. */
  installation: string;
  /** Address of the Alarms page; changes with the port. */
  link(): string;
  clock: Clock;
  logger: Logger;
}

/** Writes the messages of all destinations, with the names and units of now. */
export class MessageComposer {
  readonly #options: MessageComposerOptions;

  constructor(options: MessageComposerOptions) {
    this.#options = options;
  }

  /** @param hasChart whether the receiver can show a chart, which is that of the first alarm */
  async alarms({ id, waiting }: NotificationBatch, hasChart: boolean): Promise<OutgoingMessage> {
    const { texts, history, clock, logger } = this.#options;
    // What was held for long may be over by now.
    const listed = new Map(this.#options.alarms.list().alarms.map((alarm) => [alarm.id, alarm]));
    const notified = waiting.map(({ event: { kind, at, alarm } }) =>
      describeAlarm(kind, at, kind === 'cleared' ? alarm : (listed.get(alarm.id) ?? alarm), texts),
    );
    const [first] = notified;
    const chart = hasChart && first ? await chartOf(first.alarm, { history, texts, clock, logger }) : undefined;
    return this.#compose('alarms', id, notified, chart);
  }

  /** States that Mensura is running, with the active alarms. @param id of the message */
  async daily(id: string): Promise<OutgoingMessage> {
    const { alarms, texts } = this.#options;
    const active = alarms.list().alarms.filter(({ ended }) => ended === null);
    const notified = active.map((alarm) => describeAlarm('raised', Date.parse(alarm.since), alarm, texts));
    return this.#compose('daily', id, notified, undefined);
  }

  async test(): Promise<OutgoingMessage> {
    return this.#compose('test', `test-${randomBytes(12).toString('hex')}`, [], undefined);
  }

  #compose(
    kind: OutgoingMessage['kind'],
    id: string,
    alarms: readonly NotifiedAlarm[],
    chart: AlarmChart | undefined,
  ): OutgoingMessage {
    const { installation, link, clock } = this.#options;
    return composeMessage({ kind, id, alarms, installation, link: link(), chart, now: clock.now() });
  }
}
