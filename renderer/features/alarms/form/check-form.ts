/** What is wrong with what the form holds, by the API's own schema. */
import { alarmRuleInputSchema } from '../../../../service/contract/index.ts';
import type { FormProblem } from '../../../components/entries/form-problem.ts';
import { sentenceAbout } from '../../../components/entries/problem-sentence.ts';
import { inputOfForm, type RuleForm } from './rule-form.ts';

/** How each field is called where a sentence is about it. */
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

/** The paths of all fields that the form has. */
export const FIELD_PATHS = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];

/** @param path as the API names the field; one that is not known stands for itself */
export function problemSentence(path: string, message: string): string {
  return sentenceAbout(SUBJECTS, path, message);
}

/** What the schema says otherwise than the form needs it. A rule across fields is said in the schema's own words. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  upper: 'A limit is a number, such as 25.5. Leave it empty for none.',
  lower: 'A limit is a number, such as 25.5. Leave it empty for none.',
  hysteresis: 'A hysteresis is a number from 0 on, such as 0.5.',
  delay_s: 'A delay is a time from 0 s to 24 h, such as 30 s or 5 min.',
  no_data_s: 'This is a time from 1 s to 30 d, such as 30 s or 10 min. Leave it empty for none.',
};

/** Everything that is wrong, the first of each field first. */
export function checkForm(form: RuleForm): FormProblem[] {
  const input = inputOfForm(form);
  const missing: FormProblem[] = [];
  if (input.serial === '') missing.push({ path: 'serial', message: missingDevice(form) });
  if (input.channel === '') missing.push({ path: 'channel', message: 'Say which channel is watched.' });
  const issues = alarmRuleInputSchema.safeParse(input).error?.issues ?? [];
  const problems = issues.map((issue) => {
    const path = issue.path.join('.');
    const own = issue.code === 'custom' ? undefined : OWN_WORDS[path];
    return { path, message: own ?? problemSentence(path, issue.message) };
  });
  return [...missing, ...problems.filter(({ path }) => !missing.some((one) => one.path === path))];
}

function missingDevice({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter the serial number of the device.' : 'Choose the device.';
}
