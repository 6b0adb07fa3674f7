/** The API's own schema, plus what only the service checks otherwise. */
import {
  type DestinationView,
  destinationInputErrors,
  destinationInputSchema,
} from '../../../../service/contract/index.ts';
import {
  describeFieldError,
  type FormError,
  fieldErrors,
  labelsOf,
} from '../../../components/config-editor/field-errors.ts';
import { pemErrors } from '../../../components/form/pem.ts';
import {
  DESTINATION_FIELDS,
  type DestinationForm,
  fieldsOfKind,
  inputOfForm,
  SECRETS,
  type SecretName,
} from './destination-form.ts';

const LABELS = labelsOf(DESTINATION_FIELDS);

export interface FormRules {
  /** Null for a new destination. */
  stored: DestinationView | null;
  destinations: readonly DestinationView[];
}

/** All errors, the first of each field first. */
export function checkForm(form: DestinationForm, { stored, destinations }: FormRules): FormError[] {
  const input = inputOfForm(form);
  const { error } = destinationInputSchema.safeParse(input);
  return [
    ...fieldErrors(DESTINATION_FIELDS, error?.issues),
    // The schema has these only if every field is valid.
    ...destinationInputErrors(input).map(({ path, message }) => ({
      path,
      message: describeFieldError(LABELS, path, message),
    })),
    ...nameErrors(form, stored, destinations),
    ...secretErrors(form, stored),
    ...pemErrors(DESTINATION_FIELDS, form),
  ];
}

function nameErrors(
  form: DestinationForm,
  stored: DestinationView | null,
  destinations: readonly DestinationView[],
): FormError[] {
  const name = form.name.trim();
  if (destinations.every(({ id, config }) => id === stored?.id || config.name !== name)) return [];
  return [{ path: 'name', message: 'Another destination has this name.' }];
}

/** Undefined for an invalid URL, which may be half typed. */
function originOf(url: string): string | undefined {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined;
}

function isOtherServer(form: DestinationForm, { config }: DestinationView): boolean {
  if (form.kind !== config.kind) return true;
  if (form.kind === 'email') {
    const typed = [form.host.trim().toLowerCase(), form.port.trim(), form.encryption];
    return typed.join(' ') !== [config.host.toLowerCase(), config.port, config.encryption].join(' ');
  }
  const stored = originOf(config.url);
  return (originOf(form.url) ?? stored) !== stored;
}

/**
 * Whether the server, or its verification, differs from the stored one: a stored secret is never sent to another one.
 * `possible`: a CA certificate was entered, and only the service can tell if it is the stored one.
 */
function addressChange(form: DestinationForm, stored: DestinationView): 'none' | 'possible' | 'certain' {
  const isLessVerified = form.check_server_name !== stored.config.check_server_name || form.ca === '';
  if (isOtherServer(form, stored) || isLessVerified) return 'certain';
  return form.ca === null ? 'none' : 'possible';
}

/**
 * Why secrets must be entered again, by their path.
 * @param certainly ignores cases that only the service can decide
 */
export function secretsToEnter(
  form: DestinationForm,
  stored: DestinationView | null,
  certainly = false,
): Partial<Record<SecretName, string>> {
  const change = stored ? addressChange(form, stored) : 'none';
  if (!stored || change === 'none' || (certainly && change === 'possible')) return {};
  const fields = fieldsOfKind(form.kind);
  return Object.fromEntries(
    SECRETS.flatMap((name) => {
      const field = fields.find(({ path }) => path === name);
      const isUsed = name !== 'password' || form.username.trim() !== '';
      if (!field || !isUsed || !stored[`${name}_set`] || form[name] !== null) return [];
      const what = field.label.toLowerCase();
      const why = 'The server or the certificate verification changed.';
      return [[name, `${why} Enter the ${what} again; the stored one is used only with the original server.`]];
    }),
  );
}

function secretErrors(form: DestinationForm, stored: DestinationView | null): FormError[] {
  return Object.entries(secretsToEnter(form, stored, true)).map(([path, message]) => ({ path, message }));
}
