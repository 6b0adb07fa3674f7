import { labelText } from '../devices/labels.ts';
import type { Registry } from '../devices/registry.ts';
import { deviceKey } from '../devices/types.ts';
import type { ChannelRule } from './rule-monitor.ts';

/** Reports rules that compare channels of different units: one problem for each rule. */
export class UnitProblems {
  readonly #registry: Pick<Registry, 'raise' | 'clear'>;
  /** What a rule cannot compare, by device. */
  readonly #texts = new Map<string, Map<string, string>>();

  constructor(registry: Pick<Registry, 'raise' | 'clear'>) {
    this.#registry = registry;
  }

  /** @param units of the channel and of its reference; undefined if they are equal again, or no longer compared */
  report(id: string, rule: ChannelRule, units: readonly [channel: string, reference: string] | undefined): void {
    const texts = this.#texts.get(id) ?? new Map<string, string>();
    if (units) {
      const [own, reference] = units.map((unit) => labelText(unit) || 'no unit');
      const [channel, other] = [rule, rule.reference].map((ref) => labelText(`${ref?.serial} ${ref?.channel}`));
      texts.set(deviceKey(rule), `${channel} (${own}) with ${other} (${reference})`);
    } else texts.delete(deviceKey(rule));
    this.#texts.set(id, texts);
    const problem = { code: 'alarm-rule-units', subject: id } as const;
    const [text] = texts.values();
    if (text === undefined) {
      this.#texts.delete(id);
      this.#registry.clear(problem);
      return;
    }
    this.#registry.raise({
      ...problem,
      text: `The alarm rule ${id} cannot compare ${text}.`,
      remedy: 'Select a channel with the same unit in the alarm rule.',
    });
  }
}
