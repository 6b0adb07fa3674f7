import { alarmRuleInputSchema } from '../../../../service/contract/index.ts';
import { describeFieldError } from '../../../components/config-editor/describe-field-error.ts';
import type { FormError } from '../../../components/config-editor/form-error.ts';
import { inputOfForm, type RuleForm } from './rule-form.ts';

/** Subject of a sentence about the field. */
const SUBJECTS = {
  serial: 'The serial number',
  family: 'The connection',
  channel: 'The channel',
  upper: 'The upper limit',
  lower: 'The lower limit',
  hysteresis: 'The hysteresis',
  delay_s: 'The delay',
  no_data_s: 'The time without data',
} as const;

export const FIELD_PATHS = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];

/** @param path the field's name in the API; an unknown one is its own subject */
export function errorSentence(path: string, message: string): string {
  return describeFieldError(SUBJECTS, path, message);
}

/** Replaces the schema's messages about one field; the form accepts typed text. Rules across fields keep theirs. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  upper: 'Enter a number, such as 25.5. Leave empty for no limit.',
  lower: 'Enter a number, such as 25.5. Leave empty for no limit.',
  hysteresis: 'Enter a number of 0 or more, such as 0.5.',
  delay_s: 'Enter a time from 0 s to 24 h, such as 30 s or 5 min.',
  no_data_s: 'Enter a time from 1 s to 30 d, such as 30 s or 10 min. Leave empty to disable.',
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
    return { path, message: own ?? errorSentence(path, issue.message) };
  });
  return [...missing, ...errors.filter(({ path }) => !missing.some((one) => one.path === path))];
}

function missingDevice({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a serial number.' : 'Select a device.';
}

function missingChannel({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a channel.' : 'Select a channel.';
}
