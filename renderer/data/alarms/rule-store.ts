import { type AlarmRule, MAX_ALARM_RULES } from '../../../service/contract/index.ts';
import { type Entry, type EntryRecord, EntryStore, type ItemDefinition } from '../config-items/entry-store.ts';
import type { PublicationOptions } from '../frame-batcher.ts';

/** A rule has no status of its own; its alarms have. */
export type RuleView = AlarmRule & Entry;

const RULES: ItemDefinition<RuleView> = {
  idOf: ({ id }) => id,
  nameOf: ({ rule }) => `${rule.serial} ${rule.channel}`,
  most: MAX_ALARM_RULES,
  newsOf: ({ name, data }) => {
    if (name !== 'alarm-rule') return undefined;
    const { id, rule } = data;
    return { id, view: rule && { id, rule } };
  },
};

export type RuleRecord = EntryRecord<RuleView>;

export class RuleStore extends EntryStore<RuleView> {
  constructor(timing: PublicationOptions = {}) {
    super(RULES, timing);
  }
}
