import type { Problem } from '../service/contract/index.ts';
import type { ProblemCode } from '../service/devices/problems.ts';
import type { Registry } from '../service/devices/registry.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import type { Notifier } from './notifier.ts';
import type { AppRoute } from './routes.ts';

/** Minimum time between two notifications, in milliseconds. The second one covers all problems in between. */
const INTERVAL_MS = 5000;

/** Minimum time between two notifications of the same problem, in milliseconds. */
const SILENCE_MS = 60 * 60 * 1000;

/** Maximum number of remembered problems; the oldest are removed first. */
const MAX_REMEMBERED = 500;

/**
 * Problems with a notification, and the page that it opens. Disconnected and silent devices have none; an alarm rule for
 * missing data covers them.
 */
const REPORTED: Partial<Record<ProblemCode, AppRoute>> = {
  'data-folder-failed': '/settings',
  'history-full': '/history',
  'history-failed': '/history',
  'csv-log-failed': '/history',
  'outbox-unusable': '/mqtt',
  'broker-refused': '/mqtt',
  'database-refused': '/databases',
  'notification-failed': '/notifications',
  'gateway-failed': '/gateways',
  'usb-permission': '/devices',
  'port-permission': '/devices',
  'driver-failed': '/devices',
};

export interface ProblemNotificationsOptions {
  registry: Pick<Registry, 'events' | 'problems'>;
  notifier: Pick<Notifier, 'show'>;
  /** Whether the window has the focus; it shows problems itself. */
  isWatched(): boolean;
  /** Opens a page in the window. */
  open(route: AppRoute): void;
  /** Monotonic clock, in milliseconds. */
  now(): number;
}

/** Desktop notifications of problems that require the user. */
export class ProblemNotifications {
  readonly #options: ProblemNotificationsOptions;
  readonly #throttle = new KeyedThrottle(INTERVAL_MS, () => this.#notify());
  /** Time of the last notification by problem. */
  readonly #reported = new Map<string, number>();
  #new: Problem[] = [];
  #end: (() => void) | undefined;

  constructor(options: ProblemNotificationsOptions) {
    this.#options = options;
  }

  /** Starts with open problems, then new ones. */
  start(): void {
    const { registry } = this.#options;
    for (const problem of registry.problems()) this.#handleProblem(problem);
    this.#end = registry.events.on('problem', (problem) => this.#handleProblem(problem));
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.#throttle.stop();
    this.#new = [];
  }

  #handleProblem(problem: Problem): void {
    const { isWatched, now } = this.#options;
    if (!routeOf(problem)) return;
    const id = `${problem.code} ${problem.subject}`;
    const reported = this.#reported.get(id);
    if (reported !== undefined && now() - reported < SILENCE_MS) return;
    this.#reported.delete(id);
    this.#reported.set(id, now());
    for (const oldest of this.#reported.keys()) if (this.#reported.size > MAX_REMEMBERED) this.#reported.delete(oldest);
    if (isWatched()) return;
    this.#new.push(problem);
    this.#throttle.changed();
  }

  #notify(): void {
    const [first, ...others] = this.#new;
    this.#new = [];
    if (!first) return;
    const { notifier, open } = this.#options;
    const more = others.length > 0 ? [`${others.length} more.`] : [];
    notifier.show({
      title: others.length === 0 ? 'Mensura needs attention' : `${others.length + 1} problems need attention`,
      body: [first.text, first.remedy, ...more].join('\n'),
      isUrgent: false,
      onClick: () => open(routeOf(first) ?? '/devices'),
    });
  }
}

function routeOf({ code }: Problem): AppRoute | undefined {
  return REPORTED[code as ProblemCode];
}
