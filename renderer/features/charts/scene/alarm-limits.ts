import { type AlarmRule, channelPath, type DisplayUnit, isRuleOfChannel } from '../../../../service/contract/index.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import type { Readable } from '../../../data/store.ts';
import { type ChannelAxis, channelTitle } from '../channels.ts';
import type { PlotLimit } from '../drawing/draw-limits.ts';

/** Shown at most for an axis; more would cover the plot. */
const MAX_LIMITS = 40;

/** A limit of a rule. */
export interface LimitValue {
  readonly ruleId: string;
  readonly kind: 'above' | 'below';
  /** In the contract's unit. */
  readonly limit: number;
}

/** Identifies a limit among all. */
export function limitKey({ kind, ruleId }: LimitValue): string {
  return `${kind} ${ruleId}`;
}

/** A limit as it is drawn. */
export interface ShownLimit extends PlotLimit {
  readonly value: LimitValue;
  /** Contract name of the channel. */
  readonly channel: string;
}

interface ChannelLimit {
  /** Keys of the channels, which have one contract name: several of a rule of several devices. */
  readonly keys: readonly string[];
  readonly channel: string;
  readonly value: LimitValue;
  /** Of the channel; empty for all of an axis, and for several. */
  readonly name: string;
}

/** The channels of a value axis. */
type AxisChannels = Pick<ChannelAxis, 'unit' | 'channels'>;

/** The limits of the alarm rules for the channels of a value axis. */
export class AlarmLimits {
  readonly #axis: AxisChannels;
  readonly #rules: Readable<readonly AlarmRule[]>;
  #limitsOf: readonly AlarmRule[] | undefined;
  #limits: readonly ChannelLimit[] = [];
  /** By `limitKey`. */
  readonly #moved = new Map<string, LimitValue>();

  constructor(axis: AxisChannels, rules: Readable<readonly AlarmRule[]>) {
    this.#axis = axis;
    this.#rules = rules;
  }

  /** Shows a limit elsewhere while it is moved. */
  preview(moved: LimitValue): void {
    this.#moved.set(limitKey(moved), moved);
  }

  /** Shows a limit where its rule has it. */
  release(moved: LimitValue): void {
    this.#moved.delete(limitKey(moved));
  }

  /** @param hidden keys of hidden channels @param share fraction of the axis for a value in the contract's unit */
  shown(hidden: ReadonlySet<string>, unit: DisplayUnit, share: (value: number) => number): ShownLimit[] {
    return this.#current
      .filter(({ keys }) => keys.some((key) => !hidden.has(key)))
      .map(({ value: stored, channel, name }) => {
        const value = this.#moved.get(limitKey(stored)) ?? stored;
        const label = `${name || 'Alarm'} ${formatAlarmKind(value, unit)}`;
        return { at: share(value.limit), isUpper: value.kind === 'above', label, value, channel };
      });
  }

  /** Calculated again only after a change of the rules. */
  get #current(): readonly ChannelLimit[] {
    const rules = this.#rules.get();
    if (rules === this.#limitsOf) return this.#limits;
    this.#limitsOf = rules;
    this.#limits = axisLimits(this.#axis, rules);
    return this.#limits;
  }
}

/** Of enabled rules. */
function axisLimits({ channels }: AxisChannels, rules: readonly AlarmRule[]): ChannelLimit[] {
  const names = new Map(channels.map((channel) => [channel.key, channels.length > 1 ? channelTitle(channel) : '']));
  const shown = rules.filter(({ rule }) => rule.enabled && isRuleOfChannel(rule) && names.has(channelPath(rule)));
  return [...Map.groupBy(shown, ({ id }) => id)]
    .flatMap(([ruleId, views]): ChannelLimit[] => {
      const keys = views.flatMap(({ rule }) => (isRuleOfChannel(rule) ? [channelPath(rule)] : []));
      const [view] = views;
      if (!view) return [];
      const { upper, lower, channel } = view.rule;
      const name = keys.length === 1 ? (names.get(keys[0] ?? '') ?? '') : '';
      const limits: LimitValue[] = [
        ...(upper === null ? [] : [{ ruleId, kind: 'above', limit: upper } as const]),
        ...(lower === null ? [] : [{ ruleId, kind: 'below', limit: lower } as const]),
      ];
      return limits.map((value) => ({ keys, channel, name, value }));
    })
    .slice(0, MAX_LIMITS);
}
