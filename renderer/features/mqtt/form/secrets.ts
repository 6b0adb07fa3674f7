/** Stored secrets are never returned, and never used with another broker. */
import type { MqttClientView } from '../../../../service/contract/index.ts';
import type { FormError } from '../../../components/config-editor/field-errors.ts';
import { pairErrors, pemErrors } from '../../../components/form/pem.ts';
import { portOf } from '../../../data/format/durations.ts';
import { CLIENT_FIELDS, type ClientForm } from './client-form.ts';

/**
 * Whether the broker, or its verification, differs from the stored one.
 * `possible`: a CA certificate was entered, and only the service can tell if it is the stored one.
 */
function addressChange(form: ClientForm, stored: MqttClientView): 'none' | 'possible' | 'certain' {
  const isElsewhere =
    form.host.trim().toLowerCase() !== stored.host.toLowerCase() ||
    // An invalid port may be half typed.
    (portOf(form.port) ?? stored.port) !== stored.port ||
    form.ssl !== stored.ssl ||
    form.advanced.check_server_name !== stored.advanced.check_server_name ||
    form.advanced.proxy.trim().toLowerCase() !== stored.advanced.proxy.toLowerCase() ||
    form.advanced.ca === '';
  if (isElsewhere) return 'certain';
  return form.advanced.ca === null ? 'none' : 'possible';
}

export interface SecretsToEnter {
  password: boolean;
  key: boolean;
  proxyPassword: boolean;
}

/** @param certainly ignores cases that only the service can decide */
export function secretsToEnter(form: ClientForm, stored: MqttClientView | null, certainly = false): SecretsToEnter {
  const change = stored ? addressChange(form, stored) : 'none';
  const isAsked = stored !== null && (change === 'certain' || (change === 'possible' && !certainly));
  return {
    password: isAsked && stored.password_set && form.password === null,
    key: isAsked && stored.advanced.key_set && form.advanced.key === null && !form.advanced.pkcs12,
    proxyPassword: isAsked && stored.advanced.proxy_password_set && form.advanced.proxy_password === null,
  };
}

const WHY = 'The broker address, the certificate verification or the proxy changed.';
export const REENTER_PASSWORD = `${WHY} Enter the password again; the stored one is sent only to the original broker.`;
export const REENTER_KEY = `${WHY} Enter the private key again; the stored one is used only with the original broker.`;

export const REENTER_PROXY_PASSWORD = `${WHY} Enter the proxy password again.`;

/** MQTT 3 cannot send a password without a username (MQTT 3.1.1, 3.1.2.9). */
export function passwordNeedsUser(form: ClientForm, stored: MqttClientView | null): boolean {
  const hasPassword = form.password === null ? Boolean(stored?.password_set) : form.password !== '';
  return hasPassword && form.username === '' && form.protocol_version !== '5';
}

export function secretErrors(form: ClientForm, stored: MqttClientView | null): FormError[] {
  const { password, key, proxyPassword } = secretsToEnter(form, stored, true);
  return [
    ...(password ? [{ path: 'password', message: REENTER_PASSWORD }] : []),
    ...(key ? [{ path: 'advanced.key', message: REENTER_KEY }] : []),
    ...(proxyPassword ? [{ path: 'advanced.proxy_password', message: REENTER_PROXY_PASSWORD }] : []),
    ...pemErrors(CLIENT_FIELDS, form),
    ...(form.advanced.pkcs12 ? fileErrors(form) : pairErrors(form.advanced, stored?.advanced, 'advanced.')),
  ];
}

/** A PKCS#12 file has both, so the PEM fields must stay as they are. */
function fileErrors({ advanced }: ClientForm): FormError[] {
  if (!advanced.certificate && !advanced.key) return [];
  const message = 'Enter either a PKCS#12 file, or a certificate and key as PEM texts.';
  return [{ path: 'advanced.pkcs12', message }];
}
