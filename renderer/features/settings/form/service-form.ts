import { MAX_ORIGINS, type Settings, type SettingsPatch, settingsSchema } from '../../../../service/contract/index.ts';
import { describeFieldError } from '../../../components/config-editor/describe-field-error.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { millisecondsOf, secondsText, wholeNumberOf } from '../../../data/format/durations.ts';
import { originOf } from '../../../data/settings/origins.ts';

/** Fields are named as in the API; numbers are the typed texts, the period in seconds. */
export interface ServiceForm {
  port: string;
  allowed_origins: string[];
  refuse_other_users: Settings['refuse_other_users'];
  log_level: Settings['log_level'];
  discovery: boolean;
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
    simulate_usb: wholeNumberOf(form.simulate_usb),
    simulate_gateway: wholeNumberOf(form.simulate_gateway),
    simulate_period: millisecondsOf(form.simulate_period),
  };
}

/** Only the changes are sent, so that nothing else can be refused. */
export function changesOf(form: ServiceForm, stored: Settings): SettingsPatch {
  const isNews = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof ServiceForm]);
  return Object.fromEntries(Object.entries(patchOf(form)).filter(isNews));
}

export type OriginPath = `allowed_origins.${number}`;

const ORIGINS = Array.from({ length: MAX_ORIGINS }, (_, index): OriginPath => `allowed_origins.${index}`);

const SUBJECTS: Readonly<Record<string, string>> = {
  port: 'The port',
  allowed_origins: 'The list of origins',
  refuse_other_users: 'Access of other users',
  ...Object.fromEntries(ORIGINS.map((path) => [path, 'This'])),
  log_level: 'The log level',
  discovery: 'Discovery',
  start_at_login: 'Starting at login',
  start_hidden: 'Starting hidden',
  keep_running: 'Keep running',
  simulate: 'Simulated devices',
  simulate_usb: 'The number of simulated devices',
  simulate_gateway: 'The number of simulated devices',
  simulate_period: 'The sampling period',
  simulate_publish: 'Storing and publishing simulated readings',
};

export const SERVICE_FORM: FormDefinition<Settings, ServiceForm> = {
  paths: [...(Object.keys(DEFAULTS).filter((name) => name in SUBJECTS) as (keyof ServiceForm)[]), ...ORIGINS],
  sentence: (path, message) => describeFieldError(SUBJECTS, path, message),
  formOf,
  formText: (form) => JSON.stringify(patchOf(form)),
  configurationText: (settings) => JSON.stringify(formOf(settings)),
};
