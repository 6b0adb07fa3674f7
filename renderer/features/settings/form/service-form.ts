import {
  displayUnit,
  MAX_ORIGINS,
  type Settings,
  type SettingsPatch,
  settingsPatchSchema,
  settingsSchema,
} from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError } from '../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { invalidPeriod } from '../../../data/devices/labels.ts';
import { millisecondsOf, secondsText, wholeNumberOf } from '../../../data/format/durations.ts';
import { formatCount, formatPeriod } from '../../../data/format/numbers.ts';
import { formatPressureInput, INVALID_SEA_LEVEL, parsePressureInput } from '../../../data/units/pressure-input.ts';
import { SERVICE_LABELS } from '../labels.ts';

const { shape } = settingsPatchSchema;

const origin = shape.allowed_origins.unwrap().element;

const { minValue, maxValue } = shape.simulate_period.unwrap();

/** Of the simulated devices: `10 ms to 60 s`. */
export const PERIOD_RANGE = `${formatPeriod(minValue ?? 0)} to ${formatPeriod(maxValue ?? 0)}`;

/** Largest number of simulated devices of each kind. */
export const MAX_SIMULATED = shape.simulate_usb.unwrap().maxValue ?? 0;

const NO_COUNT = `Enter a whole number from 0 to ${formatCount(MAX_SIMULATED)}.`;

/** Numeric fields: path, schema and error message. */
const FIGURES = [
  ['port', shape.port, 'Enter a port from 1 to 65535, or 0 for any free port.'],
  ['simulate_usb', shape.simulate_usb, NO_COUNT],
  ['simulate_gateway', shape.simulate_gateway, NO_COUNT],
  ['simulate_period', shape.simulate_period, invalidPeriod(PERIOD_RANGE)],
  ['sea_level_pressure_pa', shape.sea_level_pressure_pa, INVALID_SEA_LEVEL],
] as const;

export function checkServiceForm(form: ServiceForm): FormError[] {
  const patch = patchOf(form);
  const figures = FIGURES.filter(([path, schema]) => !schema.safeParse(patch[path]).success);
  return [...figures.map(([path, , message]) => ({ path, message })), ...originErrors(patch.allowed_origins)];
}

function originErrors(origins: readonly string[]): FormError[] {
  return origins.flatMap((text, index) => {
    const path = `allowed_origins.${index}`;
    if (text === '') return { path, message: 'Enter an origin or remove this line.' };
    if (origins.indexOf(text) < index) return { path, message: 'This origin is already listed.' };
    const { error } = origin.safeParse(text);
    return error
      ? { path, message: describeFieldError(SERVICE_FORM.labels, path, error.issues[0]?.message ?? '') }
      : [];
  });
}

/** Fields are named as in the API; numbers are the typed texts, the period in seconds, the pressure with its unit. */
export interface ServiceForm {
  port: string;
  allowed_origins: string[];
  refuse_other_users: Settings['refuse_other_users'];
  log_level: Settings['log_level'];
  discovery: boolean;
  metrics_readings: boolean;
  sea_level_pressure_pa: string;
  start_at_login: boolean;
  start_hidden: boolean;
  keep_running: boolean;
  simulate: boolean;
  simulate_usb: string;
  simulate_gateway: string;
  simulate_period: string;
  simulate_publish: boolean;
}

export const DEFAULTS: Settings = settingsSchema.parse({});

function formOf(settings: Settings): ServiceForm {
  return {
    port: String(settings.port),
    allowed_origins: [...settings.allowed_origins],
    refuse_other_users: settings.refuse_other_users,
    log_level: settings.log_level,
    discovery: settings.discovery,
    metrics_readings: settings.metrics_readings,
    sea_level_pressure_pa: formatPressureInput(
      settings.sea_level_pressure_pa,
      displayUnit('kPa', settings.display_units['kPa']),
    ),
    start_at_login: settings.start_at_login,
    start_hidden: settings.start_hidden,
    keep_running: settings.keep_running,
    simulate: settings.simulate,
    simulate_usb: String(settings.simulate_usb),
    simulate_gateway: String(settings.simulate_gateway),
    simulate_period: secondsText(settings.simulate_period),
    simulate_publish: settings.simulate_publish,
  };
}

/** NaN for a text that is not a number. */
export function patchOf(form: ServiceForm): Pick<Settings, keyof ServiceForm> {
  return {
    ...form,
    port: wholeNumberOf(form.port),
    allowed_origins: form.allowed_origins.map(originOf),
    sea_level_pressure_pa: parsePressureInput(form.sea_level_pressure_pa),
    simulate_usb: wholeNumberOf(form.simulate_usb),
    simulate_gateway: wholeNumberOf(form.simulate_gateway),
    simulate_period: millisecondsOf(form.simulate_period),
  };
}

/** Only the changes are sent, so that nothing else can be refused. */
export function changesOf(form: ServiceForm, stored: Settings): SettingsPatch {
  const before = patchOf(formOf(stored));
  const isNews = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof ServiceForm]);
  return Object.fromEntries(Object.entries(patchOf(form)).filter(isNews));
}

export type OriginPath = `allowed_origins.${number}`;

const ORIGINS = Array.from({ length: MAX_ORIGINS }, (_, index): OriginPath => `allowed_origins.${index}`);

export const SERVICE_FORM: FormDefinition<Settings, ServiceForm> = {
  labels: {
    ...SERVICE_LABELS,
    ...Object.fromEntries(ORIGINS.map((path, index) => [path, `Origin ${index + 1}`])),
  },
  formOf,
  formText: (form) => JSON.stringify(patchOf(form)),
  configurationText: (settings) => JSON.stringify(formOf(settings)),
};

/** An origin as browsers send it: lower case, without a trailing slash. An invalid text is returned unchanged. */
export function originOf(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  const isBare = url.href === `${url.origin}/`;
  return isBare ? url.origin : trimmed;
}
