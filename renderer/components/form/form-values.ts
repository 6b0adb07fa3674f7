/** Converts between values of the API and the texts of a form, field by field as declared. */
import { type Field, listText, memberAt, objectOf, parseField } from '../../../service/contract/index.ts';
import { millisecondsOf, secondsText } from '../../data/format/durations.ts';

/** Null keeps the stored secret; an empty text deletes it. */
export type Secret = string | null;

type SecretName =
  | 'password'
  | 'token'
  | 'signing_key'
  | 'ca'
  | 'certificate'
  | 'key'
  | 'pkcs12'
  | 'pkcs12_passphrase'
  | 'proxy_password';

type FormValue<Value> = Value extends boolean | string
  ? Value
  : Value extends readonly string[]
    ? string
    : Value extends number
      ? number extends Value
        ? string
        : `${Value}`
      : FormValues<Value>;

/** The form of an API input: the same structure, with numbers as typed and milliseconds in seconds. */
export type FormValues<Input> = {
  [Name in keyof Input]-?: Name extends SecretName ? Secret : FormValue<NonNullable<Input[Name]>>;
};

/** @param value as in the API; omitted members get their defaults, or are empty */
export function formValues<Form>(fields: readonly Field[], value: unknown): Form {
  return objectOf(fields.map((field) => [field.path, formValue(field, memberAt(value, field.path))])) as Form;
}

function formValue(field: Field, value: unknown): unknown {
  const { kind, unit, default: usual } = field;
  const present: unknown = value ?? usual ?? '';
  if (kind === 'secret') return null;
  if (kind === 'switch') return present;
  if (kind === 'list') return listText(field, present as readonly string[]);
  return unit === 'ms' ? secondsText(present as number) : String(present);
}

/** The form as an API input, without secrets that stay. Invalid numbers are NaN, which the API's schemas refuse. */
export function inputValues<Input>(fields: readonly Field[], form: unknown): Input {
  const members = fields.flatMap((field) => {
    const value = inputValue(field, memberAt(form, field.path));
    return value === null && !field.isNullable ? [] : [[field.path, value] as const];
  });
  return objectOf(members) as Input;
}

function inputValue(field: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return field.unit === 'ms' ? millisecondsOf(value) : parseField(field, value);
}
