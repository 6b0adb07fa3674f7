/** The desktop's own notifications of alarms that begin: one, or one for several that begin at about the same time. */
import type { Alarm, AlarmEvent } from '../service/contract/index.ts';
import type { AlarmSource } from '../service/devices/alarm-source.ts';
import type { Notifier } from './notifier.ts';
import { RateLimit } from './rate-limit.ts';

/** After one notification the next comes this much later at the earliest, in milliseconds; it counts what began meanwhile. */
const INTERVAL_MS = 5000;

/** Alarms that one notification names; it counts the rest. */
const NAMED = 3;

export interface AlarmNotificationsOptions {
  alarms: Pick<AlarmSource, 'events'> & { list(): { alarms: readonly Alarm[] } };
  /** An alarm in a line. */
  words(alarm: Alarm): string;
  notifier: Pick<Notifier, 'show'>;
  /** Shows these in the window. */
  open(alarms: readonly Alarm[]): void;
}

export class AlarmNotifications {
  readonly #options: AlarmNotificationsOptions;
  readonly #telling = new RateLimit({ intervalMs: INTERVAL_MS, run: () => this.#tell() });
  /** Those of the list: what is told of them again is no new alarm. */
  readonly #known = new Set<string>();
  #begun: Alarm[] = [];
  /** How many began beside those that are named. */
  #more = 0;
  #end: (() => void) | undefined;

  constructor(options: AlarmNotificationsOptions) {
    this.#options = options;
  }

  /** Tells of alarms that begin from now on; those that stand since before a restart are known. */
  start(): void {
    const { alarms } = this.#options;
    for (const { id } of alarms.list().alarms) this.#known.add(id);
    this.#end = alarms.events.on('alarm', (event) => this.#take(event));
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.#telling.stop();
    this.#begun = [];
    this.#more = 0;
  }

  #take({ id, alarm }: AlarmEvent): void {
    if (!alarm) {
      this.#known.delete(id);
      return;
    }
    if (this.#known.has(id)) return;
    this.#known.add(id);
    if (alarm.ended !== null) return;
    if (this.#begun.length < NAMED) this.#begun.push(alarm);
    else this.#more += 1;
    this.#telling.request();
  }

  #tell(): void {
    const [begun, more] = [this.#begun, this.#more];
    this.#begun = [];
    this.#more = 0;
    if (begun.length === 0) return;
    const { words, notifier, open } = this.#options;
    const count = begun.length + more;
    const rest = more > 0 ? [`${more} more`] : [];
    notifier.show({
      title: count === 1 ? 'Alarm' : `${count} alarms`,
      body: [...begun.map(words), ...rest].join('\n'),
      isUrgent: true,
      onClick: () => open(count === 1 ? begun : []),
    });
  }
}
