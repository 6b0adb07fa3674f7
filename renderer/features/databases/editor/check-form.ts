/** The API's own schema, plus what only the service checks otherwise. */
import { type DatabaseView, databaseInputErrors, databaseInputSchema } from '../../../../service/contract/index.ts';
import {
  describeFieldError,
  type FormError,
  fieldErrors,
  labelsOf,
} from '../../../components/config-editor/field-errors.ts';
import { pairErrors, pemErrors } from '../../../components/form/pem.ts';
import { DATABASE_FIELDS, type DatabaseForm, inputOfForm } from './database-form.ts';

const LABELS = labelsOf(DATABASE_FIELDS);

export interface FormRules {
  /** Null for a new database. */
  stored: DatabaseView | null;
  databases: readonly DatabaseView[];
}

/** All errors, the first of each field first. */
export function checkForm(form: DatabaseForm, { stored, databases }: FormRules): FormError[] {
  const input = inputOfForm(form);
  const { error } = databaseInputSchema.safeParse(input);
  return [
    ...fieldErrors(DATABASE_FIELDS, error?.issues),
    // The schema has these only if every field is valid.
    ...databaseInputErrors(input).map(({ path, message }) => ({
      path,
      message: describeFieldError(LABELS, path, message),
    })),
    ...nameErrors(form, stored, databases),
    ...secretErrors(form, stored),
    ...pemErrors(DATABASE_FIELDS, form),
    ...pairErrors(form, stored ?? undefined),
  ];
}

function nameErrors(form: DatabaseForm, stored: DatabaseView | null, databases: readonly DatabaseView[]): FormError[] {
  const name = form.name.trim();
  if (databases.every(({ id, config }) => id === stored?.id || config.name !== name)) return [];
  return [{ path: 'name', message: 'Another database has this name.' }];
}

/** Which secret requests are sent with, as the service decides it; null for none. */
export function secretInUse({ kind, username }: Pick<DatabaseForm, 'kind' | 'username'>): 'password' | 'token' | null {
  if (kind === 'influxdb2') return 'token';
  if (username !== '') return 'password';
  return kind === 'influxdb1' ? null : 'token';
}

/** Undefined for an invalid URL, which may be half typed. */
function originOf(url: string): string | undefined {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined;
}

/**
 * Whether the server, or its verification, differs from the stored one: a stored secret is never sent to another one.
 * `possible`: a CA certificate was entered, and only the service can tell if it is the stored one.
 */
function addressChange(form: DatabaseForm, { config }: DatabaseView): 'none' | 'possible' | 'certain' {
  const stored = originOf(config.url);
  const isElsewhere =
    (originOf(form.url) ?? stored) !== stored || form.check_server_name !== config.check_server_name || form.ca === '';
  if (isElsewhere) return 'certain';
  return form.ca === null ? 'none' : 'possible';
}

const WHY = 'The server of the URL or the certificate verification changed.';

/**
 * Why secrets must be entered again, by their path.
 * @param certainly ignores cases that only the service can decide
 */
export function secretsToEnter(
  form: DatabaseForm,
  stored: DatabaseView | null,
  certainly = false,
): { password?: string; token?: string; key?: string } {
  const change = stored ? addressChange(form, stored) : 'none';
  if (!stored || change === 'none' || (certainly && change === 'possible')) return {};
  const used = secretInUse(form);
  const again = (what: string): string =>
    `${WHY} Enter the ${what} again; the stored one is sent only to the original server.`;
  return {
    ...(used && stored[`${used}_set`] && form[used] === null && { [used]: again(used) }),
    ...(stored.key_set &&
      form.key === null && {
        key: `${WHY} Enter the private key again; the stored one is used only with the original server.`,
      }),
  };
}

function secretErrors(form: DatabaseForm, stored: DatabaseView | null): FormError[] {
  return Object.entries(secretsToEnter(form, stored, true)).map(([path, message]) => ({ path, message }));
}
