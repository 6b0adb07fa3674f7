import { alarmRuleInputSchema } from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError, labelsOf } from '../../../components/config-editor/field-errors.ts';
import { inputOfForm, RULE_FIELDS, type RuleForm } from './rule-form.ts';

export const RULE_LABELS = labelsOf(RULE_FIELDS);

/** Replaces the schema's messages about one field; the form accepts typed text. Rules across fields keep theirs. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  upper: 'Enter a number, such as 25.5. Leave empty for no limit.',
  lower: 'Enter a number, such as 25.5. Leave empty for no limit.',
  hysteresis: 'Enter a number of 0 or more, such as 0.5.',
  delay_s: 'Enter a time from 0 s to 24 h, such as 30 s or 5 min.',
  no_data_s: 'Enter a time from 1 s to 30 days, such as 30 s or 10 min. Empty disables it.',
};

/** All field errors; the first of each field comes first. */
export function checkForm(form: RuleForm): FormError[] {
  const input = inputOfForm(form);
  const missing: FormError[] = [];
  if (input.serial === '') missing.push({ path: 'serial', message: missingDevice(form) });
  if (input.channel === '') missing.push({ path: 'channel', message: missingChannel(form) });
  const issues = alarmRuleInputSchema.safeParse(input).error?.issues ?? [];
  const errors = issues.map((issue) => {
    const path = issue.path.join('.');
    const own = issue.code === 'custom' ? undefined : OWN_WORDS[path];
    return { path, message: own ?? describeFieldError(RULE_LABELS, path, issue.message) };
  });
  return [...missing, ...errors.filter(({ path }) => !missing.some((one) => one.path === path))];
}

function missingDevice({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a serial number.' : 'Select a device.';
}

function missingChannel({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a channel.' : 'Select a channel.';
}
