import { MAX_ORIGINS, type Settings, type SettingsPatch, settingsSchema } from '../../../../service/contract/index.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { millisecondsOf, secondsText, wholeNumberOf } from '../../../data/format/durations.ts';

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

export const SERVICE_LABELS: Readonly<Record<keyof ServiceForm, string>> = {
  port: 'Port',
  allowed_origins: 'Allowed web origins',
  refuse_other_users: 'Access for other accounts',
  log_level: 'Log level',
  discovery: 'Discover other Mensura installations on the local network',
  start_at_login: 'Start at login',
  start_hidden: 'Start hidden',
  keep_running: 'Keep running when the window is closed',
  simulate: 'Show simulated devices',
  simulate_usb: 'Devices on this computer',
  simulate_gateway: 'Devices on a gateway',
  simulate_period: 'Sampling period',
  simulate_publish: 'Store and publish simulated readings',
};

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
