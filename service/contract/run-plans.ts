/** Wire types of automatic runs, `/app/v1/run-plans`: plans that start and stop runs (docs/automatic-runs.md). */
import * as z from 'zod';
import { timeOfDayError } from './destination-rules.ts';
import { timestampSchema } from './devices.ts';
import { channelRefSchema } from './history.ts';
import { checked, text } from './mqtt-texts.ts';
import { runFields, runStartFields } from './runs.ts';
import { list, WEEKDAYS, yesNo } from './schema-parts.ts';

/** Maximum automatic runs of an installation. */
export const MAX_RUN_PLANS = 100;

/** Maximum length of a run's name, in characters. */
const MAX_RUN_NAME = 100;

/** What replaces the placeholders in the name of a plan. */
export interface RunNameParts {
  /** As in `2026-11-29`. */
  date: string;
  /** As in `14:02`. */
  time: string;
  /** Number of the run among those of its plan, from 1. */
  n: number;
}

/** The name of a run: `{date}`, `{time}` and `{n}` are replaced, other braces stay. */
export function formatRunName(template: string, parts: RunNameParts): string {
  return template.replaceAll(/\{(date|time|n)\}/g, (_whole, name: keyof RunNameParts) => String(parts[name]));
}

/** Whether the name of the 999,999th run is not too long. */
function fits(template: string): boolean {
  return formatRunName(template, { date: '2026-11-29', time: '14:02', n: 999_999 }).length <= MAX_RUN_NAME;
}

const scheduleSchema = z
  .strictObject({
    kind: z.literal('schedule'),
    weekdays: list(z.enum(WEEKDAYS, { error: 'must be mon, tue, wed, thu, fri, sat or sun' }), WEEKDAYS.length)
      .min(1, { error: 'must list a day' })
      .refine((days) => new Set(days).size === days.length, { message: 'must not list a day twice' })
      .meta({ description: 'Days on which a run starts.', example: ['mon', 'fri'], field: { label: 'Days' } }),
    time: checked((value) => (value === '' ? 'must not be empty' : timeOfDayError(value))).meta({
      description:
        'Time of day in the zone of the computer. A time that a change to daylight saving time skips is the first one after it.',
      example: '06:00',
      field: { label: 'Time', placeholder: '06:00', trim: true },
    }),
  })
  .meta({ id: 'RunSchedule' });
/** A time of day on some days of the week, in the zone of the computer. */
export type RunSchedule = z.infer<typeof scheduleSchema>;

const limit = z.number().nullable().default(null);

const limitStartSchema = z
  .strictObject({
    kind: z.literal('limit'),
    channel: channelRefSchema,
    above: limit.meta({
      description: "A run starts when a reading is above it, in the channel's API unit, after one that was not.",
      field: { label: 'Above', affects: 'start.below' },
    }),
    below: limit.meta({
      description: 'Instead of `above`: when a reading is below it, after one that was not.',
      field: { label: 'Below', affects: 'start.above' },
    }),
    hysteresis: z
      .number()
      .min(0, { error: 'must not be negative' })
      .default(0)
      .meta({
        description: 'How far a reading must return inside the limit before the limit no longer counts as passed.',
        field: {
          label: 'Hysteresis',
          help: 'How far a reading must return inside the limit before the run can stop and the limit can start another run.',
        },
      }),
  })
  .refine(({ above, below }) => (above === null) !== (below === null), {
    message: 'set either above or below',
    path: ['above'],
  })
  .meta({ id: 'RunLimit' });
/** A limit of one channel. */
export type RunLimit = z.infer<typeof limitStartSchema>;

const alarmStartSchema = z
  .strictObject({
    kind: z.literal('alarm'),
    rule: text()
      .regex(/^[\w-]{1,64}$/, { error: 'must be the ID of an alarm rule' })
      .meta({
        description: 'ID of an alarm rule. A run starts when one of its alarms is raised.',
        example: 'a01b2c3d4',
        field: { label: 'Alarm rule', mono: true },
      }),
  })
  .meta({ id: 'RunAlarm' });

const requestStartSchema = z.strictObject({ kind: z.literal('request') }).meta({ id: 'RunRequest' });

export const runPlanInputSchema = z
  .strictObject({
    ...runFields,
    name: runFields.name.refine(fits, { message: `must have at most ${MAX_RUN_NAME} characters once filled in` }).meta({
      description:
        'Name of its runs. `{date}` and `{time}` are those of the start in the zone of the computer, `{n}` counts the runs from 1.',
      example: 'Batch {n} of {date}',
      field: {
        label: 'Name of the runs',
        help: 'You can use {date}, {time} and {n}, the number of the run.',
        placeholder: 'Batch {n} of {date}',
      },
    }),
    enabled: yesNo()
      .default(true)
      .meta({
        description: 'Whether its condition starts runs. A request always does.',
        field: { label: 'Start runs automatically' },
      }),
    start: z
      .discriminatedUnion('kind', [scheduleSchema, limitStartSchema, alarmStartSchema, requestStartSchema], {
        error: 'must have the kind schedule, limit, alarm or request',
      })
      .meta({
        description:
          'What starts a run: a time of day, a reading that passes a limit, an alarm, or only `POST /app/v1/run-plans/{id}/start`.',
      }),
    ...runStartFields,
    stop_when_over: yesNo()
      .default(false)
      .meta({
        description:
          'Whether the run stops when its condition is over: the reading is back inside the limit by the hysteresis, or the alarm has cleared.',
        field: { label: 'Stop when the condition is over' },
      }),
  })
  .refine(({ start, stop_when_over }) => !stop_when_over || start.kind === 'limit' || start.kind === 'alarm', {
    message: 'must be false unless a limit or an alarm starts the run',
    path: ['stop_when_over'],
  })
  .meta({ id: 'RunPlanInput' });
export type RunPlanInput = z.infer<typeof runPlanInputSchema>;

export const runPlanSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Assigned by the service.', example: 'p01b2c3d4' }),
    plan: runPlanInputSchema,
    last_started: timestampSchema.nullable().meta({ description: 'When its newest run started; null: never.' }),
    active_run: z.int().nullable().meta({ description: 'ID of its active run; null: none.' }),
    error: z.string().nullable().meta({
      description:
        'Why the last start failed, as a sentence; null if it succeeded. The next condition or request tries again.',
    }),
  })
  .meta({ id: 'RunPlan' });
export type RunPlan = z.infer<typeof runPlanSchema>;

export const runPlansSchema = z
  .strictObject({ plans: z.array(runPlanSchema).meta({ description: 'In the order they were added.' }) })
  .meta({ id: 'RunPlans' });
export type RunPlans = z.infer<typeof runPlansSchema>;

/** A plan in a backup. */
export const storedRunPlanSchema = z
  .strictObject({
    id: z.string().regex(/^p[\da-f]{8}$/, { error: 'must be p followed by eight hexadecimal digits (0-9, a-f)' }),
    plan: runPlanInputSchema,
  })
  .meta({ id: 'StoredRunPlan' });
export type StoredRunPlan = z.infer<typeof storedRunPlanSchema>;
