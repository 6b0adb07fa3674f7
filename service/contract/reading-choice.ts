/** Which readings leave this computer, and how often: the choice of an MQTT client or of a database. */
import * as z from 'zod';
import { DEVICE_KEY_RULE, deviceKeySchema } from './device-key.ts';
import { familySchema } from './devices.ts';
import { withDefaults } from './field.ts';

/** Maximum devices or channel names in a list of a choice. */
export const MAX_CHOICE_LIST = 1000;

/** Longest interval and longest silence, in seconds: a day. */
const DAY_S = 86_400;

/** More decimals than a sensor has, and few enough to be exact in a double. */
const MAX_DECIMALS = 10;

const listed = z.enum(['all', 'only', 'except'], { error: 'must be all, only or except' });

function seconds(): z.ZodInt {
  const error = `must be a whole number from 0 to ${DAY_S} s`;
  return z.int({ error }).min(0, { error }).max(DAY_S, { error });
}

function yesNo(): z.ZodBoolean {
  return z.boolean({ error: 'must be true or false' });
}

function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'must be an array' })
    .max(MAX_CHOICE_LIST, { error: `must have at most ${MAX_CHOICE_LIST} entries` });
}

const channelName = z
  .string({ error: 'must be a channel name' })
  .min(1, { error: 'must be a channel name' })
  .max(200, { error: 'must be a channel name' });

export const readingChoiceSchema = z
  .strictObject({
    families: list(familySchema).meta({
      description: 'Families whose devices are sent.',
      default: [...familySchema.options],
      field: {
        group: 'readings',
        label: 'Families',
        flag: '--families <families>',
        flagHelp: `families to send, separated by commas (default: ${familySchema.options.join(',')})`,
      },
    }),
    devices: listed.meta({
      description:
        'Devices that are sent: `all`; `only` those in `device_list`, so that a new device is not sent; or all `except` those, so that a new device is sent.',
      default: 'all',
      field: {
        group: 'readings',
        label: 'Devices',
        choices: {
          all: 'All devices',
          only: 'Only selected devices',
          except: 'All except selected devices, new ones included',
        },
        flag: '--devices <which>',
        flagHelp: 'all, only those of --device-list, or all except those',
      },
    }),
    device_list: list(deviceKeySchema).meta({
      description: `Devices for \`devices\`; each ${DEVICE_KEY_RULE.replace('must be ', '')}.`,
      default: [],
      example: ['usb/E24638'],
      field: {
        group: 'readings',
        label: 'Selected devices',
        mono: true,
        encoded: true,
        flag: '--device-list <devices>',
        flagHelp: 'devices for --devices, as family/serial, separated by commas',
      },
    }),
    channels: listed.meta({
      description: 'Channels that are sent: `all`, `only` those in `channel_list`, or all `except` those.',
      default: 'all',
      field: {
        group: 'readings',
        label: 'Channels',
        choices: { all: 'All channels', only: 'Only selected channels', except: 'All except selected channels' },
        flag: '--channels <which>',
        flagHelp: 'all, only those of --channel-list, or all except those',
      },
    }),
    channel_list: list(channelName).meta({
      description: 'Channel names for `channels`, on every device that has them.',
      default: [],
      example: ['temperature'],
      field: {
        group: 'readings',
        label: 'Selected channels',
        mono: true,
        encoded: true,
        flag: '--channel-list <names>',
        flagHelp: 'channel names for --channels, separated by commas',
      },
    }),
    uncorrected: yesNo().meta({
      description: 'Also send the values of corrected channels before their correction.',
      default: false,
      field: { group: 'readings', legend: 'Corrections', label: 'Also send uncorrected values', flag: '--uncorrected' },
    }),
    interval_s: seconds().meta({
      description:
        'Seconds between two messages of a device, aligned to the clock in UTC: 60 sends at each full minute. 0 sends every reading.',
      default: 0,
      field: {
        group: 'readings',
        label: 'Interval',
        help: '1 s to 86,400 s (1 day), aligned to the clock. 0 sends every reading.',
        unit: 's',
        flag: '--interval <s>',
      },
    }),
    interval_value: z.enum(['newest', 'mean'], { error: 'must be newest or mean' }).meta({
      description:
        'With an interval: the `newest` reading, with its own time; or the `mean` with minimum, maximum and count, with the end of the interval as its time.',
      default: 'newest',
      field: {
        group: 'readings',
        label: 'Value of an interval',
        choices: { newest: 'Newest reading', mean: 'Mean, with minimum, maximum and count' },
        flag: '--interval-value <value>',
        flagHelp: 'newest, or mean with minimum, maximum and count',
      },
    }),
    only_changes: yesNo().meta({
      description: 'Send a value only if it differs from the last one sent by more than `deadband`.',
      default: false,
      field: { group: 'readings', legend: 'Changes', label: 'Send only changes', flag: '--only-changes' },
    }),
    deadband: z
      .number({ error: 'must be a number from 0' })
      .min(0, { error: 'must be a number from 0' })
      .max(1e12, { error: 'must be at most 1e12' })
      .meta({
        description: 'With `only_changes`: changes up to this size are not sent. 0 sends every change.',
        default: 0,
        field: {
          group: 'readings',
          label: 'Deadband',
          help: 'Changes up to this size are not sent. 0 sends every change.',
          needs: '.only_changes',
          flag: '--deadband <size>',
        },
      }),
    deadband_unit: z.enum(['absolute', 'percent'], { error: 'must be absolute or percent' }).meta({
      description: "Whether `deadband` is in the channel's API unit, or in per cent of the last value sent.",
      default: 'absolute',
      field: {
        group: 'readings',
        label: 'Deadband is in',
        choices: { absolute: 'The unit of the channel', percent: 'Per cent of the last value sent' },
        needs: '.only_changes',
        flag: '--deadband-unit <unit>',
        flagHelp: "absolute (the channel's unit) or percent",
      },
    }),
    longest_silence_s: seconds().meta({
      description:
        'With `only_changes`: after this many seconds the next reading is sent, changed or not. 0: no limit.',
      default: 3600,
      field: {
        group: 'readings',
        label: 'Longest silence',
        help: 'After this time the next reading is sent, changed or not. 0: no limit.',
        unit: 's',
        needs: '.only_changes',
        flag: '--longest-silence <s>',
      },
    }),
    decimals: z
      .int({ error: `must be a whole number from 0 to ${MAX_DECIMALS}, or null` })
      .min(0, { error: `must be a whole number from 0 to ${MAX_DECIMALS}, or null` })
      .max(MAX_DECIMALS, { error: `must be a whole number from 0 to ${MAX_DECIMALS}, or null` })
      .nullable()
      .meta({
        description: 'Decimals that values are rounded to; null sends them as measured.',
        default: null,
        field: {
          group: 'readings',
          label: 'Decimals',
          help: '0 to 10. Empty sends values as measured.',
          placeholder: 'As measured',
          flag: '--decimals <n>',
          flagHelp: 'decimals that values are rounded to (default: as measured)',
        },
      }),
  })
  .meta({ id: 'ReadingChoice' });
export type ReadingChoice = z.infer<typeof readingChoiceSchema>;

/** A choice in a request or file: every field is optional. */
export const readingChoiceInputSchema = readingChoiceSchema.partial().meta({ id: 'ReadingChoiceInput' });

/** Every reading of every device, as measured. */
export const READING_CHOICE_DEFAULTS: ReadingChoice = withDefaults(readingChoiceSchema);
