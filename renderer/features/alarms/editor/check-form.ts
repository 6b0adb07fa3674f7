/** The API's own schema in the words of the form, plus what the form requires. */
import { alarmRuleInputSchema, type ChannelRef } from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError } from '../../../components/config-editor/field-errors.ts';
import { inputOfForm, RULE_LABELS, type RuleForm, referenceOfForm, TYPED } from './rule-form.ts';

const DIFFERENCE = 'Enter a number above 0, such as 2. Empty disables it.';

/** Replaces the schema's messages about one field; the form accepts typed text. Rules across fields keep theirs. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  upper: 'Enter a number, such as 25.5. Leave empty for no limit.',
  lower: 'Enter a number, such as 25.5. Leave empty for no limit.',
  hysteresis: 'Enter a number of 0 or more, such as 0.5.',
  delay_s: 'Enter a time from 0 s to 24 h, such as 30 s or 5 min.',
  change: DIFFERENCE,
  change_s: 'Enter a time from 1 s to 24 h, such as 10 min.',
  deviation: DIFFERENCE,
  no_data_s: 'Enter a time from 1 s to 30 days, such as 30 s or 10 min. Empty disables it.',
};

/**
 * All field errors; the first of each field comes first.
 * @param unitOf contract unit of a channel; empty if unknown
 */
export function checkForm(form: RuleForm, unitOf: (channel: ChannelRef) => string = () => ''): FormError[] {
  const input = inputOfForm(form);
  const own: FormError[] = [];
  if (input.serial === '') own.push({ path: 'serial', message: missingDevice(form) });
  if (input.channel === '') own.push({ path: 'channel', message: missingChannel(form) });
  own.push(...referenceErrors(form, unitOf));
  const issues = alarmRuleInputSchema.safeParse(input).error?.issues ?? [];
  const errors = issues.map((issue) => {
    const path = issue.path.join('./');
    const words = issue.code === 'custom' ? undefined : OWN_WORDS[path];
    return { path, message: words ?? describeFieldError(RULE_LABELS, path, issue.message) };
  });
  const isCovered = ({ path }: FormError): boolean =>
    own.some((one) => one.path === path || (path === 'reference' && ABOUT_REFERENCE.has(one.path)));
  return [...own, ...errors.filter((error) => !isCovered(error))];
}

/** Fields of the form with the errors of a deviation without a channel, or the reverse. */
const ABOUT_REFERENCE = new Set(['deviation', 'reference_serial', 'reference_channel']);

function referenceErrors(form: RuleForm, unitOf: (channel: ChannelRef) => string): FormError[] {
  const reference = referenceOfForm(form);
  const isUsed = form.deviation.trim() !== '';
  if (!reference) return isUsed ? [{ path: 'reference', message: 'Select the channel to compare with.' }] : [];
  const errors: FormError[] = [];
  if (!isUsed) {
    errors.push({ path: 'deviation', message: 'Enter a deviation, or select None in Compare with.' });
  }
  if (form.reference === TYPED) {
    if (reference.serial === '') errors.push({ path: 'reference_serial', message: 'Enter a serial number.' });
    if (reference.channel === '') errors.push({ path: 'reference_channel', message: 'Enter a channel.' });
  }
  const unit = unitOf(reference);
  if (unit !== '' && form.kept !== '' && unit !== form.kept) {
    errors.push({ path: 'reference', message: 'Select a channel with the same unit.' });
  }
  return errors;
}

function missingDevice({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a serial number.' : 'Select a device.';
}

function missingChannel({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a channel.' : 'Select a channel.';
}
