import { type AlarmRule, channelPath } from '../../../../service/contract/index.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import type { Readable } from '../../../data/store.ts';
import type { DisplayUnit } from '../../../data/units/display-unit.ts';
import { channelTitle, type Panel } from '../channels.ts';
import type { PlotLimit } from '../drawing/draw-limits.ts';

/** Shown at most in a panel; more would cover it. */
const MAX_LIMITS = 40;

interface ChannelLimit {
  /** Key of the channel. */
  readonly key: string;
  /** In the contract's unit. */
  readonly limit: number;
  readonly kind: 'above' | 'below';
  /** Of the channel; empty in a panel with one channel. */
  readonly name: string;
}

/** The limits of the alarm rules for the channels of a panel. */
export class AlarmLimits {
  readonly #panel: Panel;
  readonly #rules: Readable<readonly AlarmRule[]>;
  #limitsOf: readonly AlarmRule[] | undefined;
  #limits: readonly ChannelLimit[] = [];

  constructor(panel: Panel, rules: Readable<readonly AlarmRule[]>) {
    this.#panel = panel;
    this.#rules = rules;
  }

  /** @param hidden keys of hidden channels @param share fraction of the axis for a value in the contract's unit */
  shown(hidden: ReadonlySet<string>, unit: DisplayUnit, share: (value: number) => number): PlotLimit[] {
    return this.#current
      .filter(({ key }) => !hidden.has(key))
      .map(({ limit, kind, name }) => {
        const label = `${name || 'Alarm'} ${formatAlarmKind({ kind, limit }, unit)}`;
        return { at: share(limit), isUpper: kind === 'above', label };
      });
  }

  /** Calculated again only after a change of the rules. */
  get #current(): readonly ChannelLimit[] {
    const rules = this.#rules.get();
    if (rules === this.#limitsOf) return this.#limits;
    this.#limitsOf = rules;
    this.#limits = panelLimits(this.#panel, rules);
    return this.#limits;
  }
}

/** Of enabled rules. */
function panelLimits({ channels }: Panel, rules: readonly AlarmRule[]): ChannelLimit[] {
  const names = new Map(channels.map((channel) => [channel.key, channels.length > 1 ? channelTitle(channel) : '']));
  return rules
    .flatMap(({ rule }): ChannelLimit[] => {
      const key = channelPath(rule);
      const name = names.get(key);
      if (name === undefined || !rule.enabled) return [];
      const { upper, lower } = rule;
      return [
        ...(upper === null ? [] : [{ key, name, limit: upper, kind: 'above' as const }]),
        ...(lower === null ? [] : [{ key, name, limit: lower, kind: 'below' as const }]),
      ];
    })
    .slice(0, MAX_LIMITS);
}
