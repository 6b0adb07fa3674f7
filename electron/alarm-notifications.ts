import type { Alarm, EntityChange } from '../service/contract/index.ts';
import type { AlarmSource } from '../service/devices/types.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import type { Notifier } from './notifier.ts';

/** Minimum time between two notifications, in milliseconds. The second one covers all alarms in between. */
const INTERVAL_MS = 5000;

/** Alarms that a notification names. It counts the others. */
const NAMED = 3;

export interface AlarmNotificationsOptions {
  alarms: Pick<AlarmSource, 'events'> & { list(): { alarms: readonly Alarm[] } };
  /** Describes an alarm in one line. */
  describe(alarm: Alarm): string;
  notifier: Pick<Notifier, 'show'>;
  /** Opens alarms in the window. */
  open(alarms: readonly Alarm[]): void;
}

/** Desktop notifications of raised alarms. */
export class AlarmNotifications {
  readonly #options: AlarmNotificationsOptions;
  readonly #throttle = new KeyedThrottle(INTERVAL_MS, () => this.#notify());
  /** Ids of listed alarms: further events of these are not new alarms. */
  readonly #known = new Set<string>();
  #raised: Alarm[] = [];
  /** Number of new alarms beyond those named. */
  #more = 0;
  #end: (() => void) | undefined;

  constructor(options: AlarmNotificationsOptions) {
    this.#options = options;
  }

  /** Starts with new alarms; alarms from before a restart are known. */
  start(): void {
    const { alarms } = this.#options;
    for (const { id } of alarms.list().alarms) this.#known.add(id);
    this.#end = alarms.events.on('alarm', (event) => this.#handleAlarm(event));
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.#throttle.stop();
    this.#raised = [];
    this.#more = 0;
  }

  #handleAlarm({ key: id, value: alarm }: EntityChange<'alarm'>): void {
    if (!alarm) {
      this.#known.delete(id);
      return;
    }
    if (this.#known.has(id)) return;
    this.#known.add(id);
    if (alarm.ended !== null) return;
    if (this.#raised.length < NAMED) this.#raised.push(alarm);
    else this.#more += 1;
    this.#throttle.changed();
  }

  #notify(): void {
    const [raised, more] = [this.#raised, this.#more];
    this.#raised = [];
    this.#more = 0;
    if (raised.length === 0) return;
    const { describe, notifier, open } = this.#options;
    const count = raised.length + more;
    const rest = more > 0 ? [`${more} more`] : [];
    notifier.show({
      title: count === 1 ? 'Alarm' : `${count} alarms`,
      body: [...raised.map(describe), ...rest].join('\n'),
      isUrgent: true,
      onClick: () => open(count === 1 ? raised : []),
    });
  }
}
