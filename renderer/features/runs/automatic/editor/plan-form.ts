/** The form of an automatic run: its texts, and reading them. */
import {
  channelPath,
  fieldAt,
  fieldsOf,
  listText,
  parseChannelPath,
  parseField,
  type RunLimit,
  type RunPlan,
  type RunPlanInput,
  runPlanInputSchema,
  type Weekday,
} from '../../../../../service/contract/index.ts';
import { type FieldLabels, type FormError, labelsOf } from '../../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../../components/config-editor/use-stored-form.ts';
import { formatDuration } from '../../../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../../../data/format/numbers.ts';
import {
  CHANNEL_LIMIT_LABELS,
  describeRunIssue,
  detailsOf,
  inputOfForm as detailsOfForm,
  type RunDetailsForm,
  timesOfForm,
  type UnitOf,
  unitOfLimit,
} from '../../editor/run-form.ts';

export type PlanStart = RunPlanInput['start'];
export type StartKind = PlanStart['kind'];

/** The fields of the plan, and those of every kind of start. */
export const PLAN_FIELDS = [
  ...fieldsOf(runPlanInputSchema),
  ...runPlanInputSchema.shape.start.options.flatMap((option) => fieldsOf(option, 'start.')),
];

const WEEKDAYS_FIELD = fieldAt(PLAN_FIELDS, 'start.weekdays');

/** Texts as typed; those of the other kinds of start stay while the user tries one. */
export interface StartForm {
  kind: StartKind;
  /** With commas. */
  weekdays: string;
  time: string;
  /** Path of the channel with the limit; empty until one is selected. */
  channel: string;
  /** Its unit in the contract, empty if unknown, and the unit in which its limit is typed. */
  kept: string;
  shown: string;
  side: 'above' | 'below';
  /** Only that of `side` is used. */
  above: string;
  below: string;
  hysteresis: string;
  /** ID of an alarm rule; empty until one is selected. */
  rule: string;
}

export interface PlanForm extends RunDetailsForm {
  enabled: boolean;
  start: StartForm;
  stop_when_over: boolean;
}

const LABELS: FieldLabels = { ...labelsOf(PLAN_FIELDS), ...CHANNEL_LIMIT_LABELS, 'start.channel': 'Channel' };

/** Replaces the schema's messages; the form accepts typed text. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  'start.weekdays': 'Select at least one day.',
  'start.time': 'Enter a time from 00:00 to 23:59, such as 06:00.',
  'start.above': 'Enter a number, such as 60.',
  'start.below': 'Enter a number, such as 5.',
  'start.hysteresis': 'Enter a number of 0 or more, such as 0.5.',
  'start.rule': 'Select an alarm rule.',
};

const TOO_LONG = 'The name would have more than 100 characters. Enter a shorter one.';

/** All field errors; the first of each field comes first. */
export function checkForm(form: PlanForm): FormError[] {
  const issues = runPlanInputSchema.safeParse(inputOfForm(form)).error?.issues ?? [];
  const errors = issues.map((issue) => {
    const [first = '', second] = issue.path.map(String);
    const path = first === 'start' ? `start.${second}` : first;
    const own = first === 'name' && issue.code === 'custom' ? TOO_LONG : OWN_WORDS[path];
    return own === undefined ? describeRunIssue(LABELS, issue) : { path, message: own };
  });
  const { kind, channel } = form.start;
  // The schema accepts any text: the device may come later.
  if (kind !== 'limit' || channel !== '') return errors;
  return [...errors, { path: 'start.channel', message: 'Select a channel.' }];
}

/** Whether a kind of start is a condition that ends. */
export function isOverSometime(kind: StartKind): boolean {
  return kind === 'limit' || kind === 'alarm';
}

/** @param operator of a new automatic run: the last one entered in this browser */
export function newForm(operator: string): PlanForm {
  return {
    name: '',
    channels: [],
    limits: [],
    operator,
    tags: '',
    notes: '',
    pre_trigger_s: formatDuration(0),
    stop_after_s: '',
    enabled: true,
    start: {
      kind: 'schedule',
      weekdays: '',
      time: '',
      channel: '',
      kept: '',
      shown: '',
      side: 'above',
      above: '',
      below: '',
      hysteresis: '0',
      rule: '',
    },
    stop_when_over: false,
  };
}

/** @param present values of the open form: their units stay, so that numbers do not change under the user's eyes */
export function formOfPlan(plan: RunPlanInput, present: PlanForm | undefined, unitOf: UnitOf): PlanForm {
  const { pre_trigger_s: before, stop_after_s: after, enabled, stop_when_over } = plan;
  return {
    ...detailsOf(plan, present, unitOf),
    pre_trigger_s: formatDuration(before),
    stop_after_s: after === null ? '' : formatDuration(after),
    enabled,
    start: { ...newForm('').start, ...startTexts(plan.start, present?.start, unitOf) },
    stop_when_over,
  };
}

function startTexts(start: PlanStart, present: StartForm | undefined, unitOf: UnitOf): Partial<StartForm> {
  if (start.kind === 'schedule') return { ...start, weekdays: listText(WEEKDAYS_FIELD, start.weekdays) };
  return start.kind === 'limit' ? limitTexts(start, present, unitOf) : start;
}

function limitTexts(start: RunLimit, present: StartForm | undefined, unitOf: UnitOf): Partial<StartForm> {
  const { kind, channel, above, below, hysteresis } = start;
  const path = channelPath(channel);
  const unit = present?.channel === path && present.kept !== '' ? unitOfLimit(present) : unitOf(channel);
  const text = (limit: number | null): string => (limit === null ? '' : formatNumberInput(unit.toShown(limit)));
  return {
    kind,
    channel: path,
    kept: unit.contractUnit,
    shown: unit.unit,
    side: above === null ? 'below' : 'above',
    above: text(above),
    below: text(below),
    hysteresis: formatNumberInput(unit.toShownDifference(hysteresis)),
  };
}

/** As the API expects it; NaN for text that is not a number. @param enabled default: that of the form */
export function inputOfForm(form: PlanForm, enabled = form.enabled): RunPlanInput {
  return {
    ...detailsOfForm(form),
    ...timesOfForm(form),
    enabled,
    start: startOfForm(form.start),
    stop_when_over: form.stop_when_over && isOverSometime(form.start.kind),
  };
}

function startOfForm(form: StartForm): PlanStart {
  const { kind, weekdays, time, rule } = form;
  if (kind === 'limit') return limitOfForm(form);
  if (kind === 'alarm') return { kind, rule };
  if (kind === 'request') return { kind };
  return { kind, weekdays: parseField(WEEKDAYS_FIELD, weekdays) as Weekday[], time: time.trim() };
}

function limitOfForm(form: StartForm): RunLimit {
  const { channel, side, hysteresis } = form;
  const unit = unitOfLimit(form);
  const limit = unit.toContract(parseNumberInput(form[side], unit.unit));
  return {
    kind: 'limit',
    channel: parseChannelPath(channel) ?? { family: 'usb', serial: '', channel: '' },
    above: side === 'above' ? limit : null,
    below: side === 'below' ? limit : null,
    hysteresis: hysteresis.trim() === '' ? 0 : unit.toContractDifference(parseNumberInput(hysteresis, unit.unit)),
  };
}

export function planFormDefinition(unitOf: UnitOf): FormDefinition<RunPlan, PlanForm> {
  return {
    labels: LABELS,
    formOf: ({ plan }, present) => formOfPlan(plan, present, unitOf),
    formText: (form) => JSON.stringify(form),
    // The Enabled switch saves itself.
    configurationText: ({ plan: { enabled: _enabled, ...plan } }) => JSON.stringify(plan),
  };
}
