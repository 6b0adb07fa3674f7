/** The routes of alarms in the app API, played in memory. */
import {
  type Alarm,
  type AlarmEvent,
  type AlarmRule,
  type AlarmRuleEvent,
  type AlarmRuleInput,
  alarmRuleInputSchema,
} from '../../../service/contract/index.ts';
import { type Answer, checked, PlayedRoutes, refusal } from './played-routes.ts';

export interface AlarmTeller {
  alarm(event: AlarmEvent): void;
  rule(event: AlarmRuleEvent): void;
}

export class FakeAlarms extends PlayedRoutes {
  readonly rules = new Map<string, AlarmRule>();
  /** Those that are active or not acknowledged. */
  readonly alarms = new Map<string, Alarm>();
  /** Everything that was, newest first. */
  log: Alarm[] = [];
  readonly #tell: AlarmTeller;
  #lastId = 0;

  constructor(tell: AlarmTeller) {
    super();
    this.#tell = tell;
  }

  /** Adds or replaces an alarm and tells everyone; one that is over and acknowledged goes to the log. */
  put(alarm: Alarm): Alarm {
    this.log = [alarm, ...this.log.filter(({ id }) => id !== alarm.id)];
    const isGone = alarm.ended !== null && alarm.acknowledged !== null;
    if (isGone) this.alarms.delete(alarm.id);
    else this.alarms.set(alarm.id, alarm);
    this.#tell.alarm({ id: alarm.id, alarm: isGone ? null : alarm });
    return alarm;
  }

  /** Adds or replaces a rule and tells everyone, as if it was done elsewhere. */
  putRule(rule: AlarmRule): AlarmRule {
    this.rules.set(rule.id, rule);
    this.#tell.rule(rule);
    return rule;
  }

  /** Removes a rule as if it was done elsewhere. */
  removeRule(id: string): void {
    this.rules.delete(id);
    this.#tell.rule({ id, rule: null });
  }

  protected usual(method: string, path: string, body: unknown, query: URLSearchParams): Answer {
    const [, first = '', second = ''] = path.split('/').map(decodeURIComponent);
    if (first === 'rules') return this.#rules(method, second, body);
    const which = first === '' || first === 'log' || first === 'acknowledge' ? first : 'id';
    switch (`${method} ${which}${second && `/${second}`}`) {
      case 'GET ':
        return { status: 200, body: { rules: [...this.rules.values()], alarms: [...this.alarms.values()] } };
      case 'GET log':
        return { status: 200, body: { alarms: this.#logged(query) } };
      case 'POST acknowledge': {
        const open = [...this.alarms.values()].filter(({ acknowledged }) => acknowledged === null);
        for (const alarm of open) this.#acknowledge(alarm);
        return { status: 200, body: { acknowledged: open.length } };
      }
      case 'POST id/acknowledge': {
        const alarm = this.alarms.get(first);
        return alarm ? { status: 200, body: this.#acknowledge(alarm) } : refusal(404, `There is no alarm ${first}.`);
      }
      default:
        return refusal(404, `There is no ${method} ${path} here.`);
    }
  }

  #acknowledge(alarm: Alarm): Alarm {
    return this.put({ ...alarm, acknowledged: new Date().toISOString() });
  }

  #logged(query: URLSearchParams): Alarm[] {
    const to = query.get('to');
    const wanted = to === null ? this.log : this.log.filter(({ since }) => Date.parse(since) < Date.parse(to));
    return wanted.slice(0, Number(query.get('limit') ?? 100));
  }

  #rules(method: string, id: string, body: unknown): Answer {
    if (method === 'POST' && id === '') {
      return checked(alarmRuleInputSchema, body, (rule) => {
        this.#lastId += 1;
        return { status: 201, body: this.#store(`new${this.#lastId}`, rule) };
      });
    }
    const known = this.rules.get(id);
    if (!known) return refusal(404, `There is no rule with the id ${id}.`);
    if (method === 'PUT') {
      return checked(alarmRuleInputSchema, body, (rule) => ({ status: 200, body: this.#store(id, rule) }));
    }
    if (method !== 'DELETE') return { status: 200, body: known };
    this.removeRule(id);
    return { status: 200, body: {} };
  }

  #store(id: string, rule: AlarmRuleInput): AlarmRule {
    return this.putRule({ id, rule });
  }
}
