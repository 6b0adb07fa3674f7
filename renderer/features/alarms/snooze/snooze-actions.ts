/** Snoozing alarm rules, from their pages, alarms and the palette. */
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { endSnooze } from '../../../data/alarms/requests.ts';
import { RequestError } from '../../../data/requests.ts';
import { type Readable, ValueStore } from '../../../data/store.ts';

const asked = new ValueStore<AlarmRule | null>(null);

/** The rule that the dialog is about; null while it is closed. */
export const ruleToSnooze: Readable<AlarmRule | null> = asked;

/** Opens the dialog. */
export function openSnooze(rule: AlarmRule): void {
  asked.set(rule);
}

export function closeSnooze(): void {
  asked.set(null);
}

/** The event stream delivers the change; a failure is shown. @param name the rule's channel in a sentence */
export async function stopSnooze({ id }: Pick<AlarmRule, 'id'>, name: string): Promise<void> {
  try {
    await endSnooze(id);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot end the snooze of the alarm rule for ${name}`, text: error.message });
  }
}
