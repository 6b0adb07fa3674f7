/** The flags that follow from the declarations of fields. Loads zod: `fieldFlagsFor` imports it when it is needed. */
import { computedInputSchema } from '../contract/computed.ts';
import { databaseInputSchema } from '../contract/databases.ts';
import { EXPORT_FIELDS } from '../contract/exports.ts';
import { type Field, fieldsOf, objectOf, parseField } from '../contract/field.ts';
import { mqttClientCreateSchema } from '../contract/mqtt-input.ts';
import { runStartSchema } from '../contract/runs.ts';
import { flagOf } from './flags.ts';

export interface FieldFlags {
  /** Of `mensura export`. */
  readonly export: readonly Field[];
  /** Of `mensura mqtt add`. */
  readonly add: readonly Field[];
  /** Of `mensura computed set`; `add` has those of `name` and `formula` as arguments. */
  readonly computed: readonly Field[];
  /** Of `mensura mqtt set`. */
  readonly set: readonly Field[];
  /** Of `mensura database add` and `set`. */
  readonly database: readonly Field[];
  /** Of `mensura run start`. */
  readonly run: readonly Field[];
}

const CLIENT_FIELDS = fieldsOf(mqttClientCreateSchema).filter(({ flag }) => flag !== undefined);

export const FIELD_FLAGS: FieldFlags = {
  export: EXPORT_FIELDS,
  computed: fieldsOf(computedInputSchema),
  add: CLIENT_FIELDS,
  // The window and the app API connect and disconnect a client.
  set: CLIENT_FIELDS.filter(({ path }) => path !== 'advanced.enabled'),
  database: fieldsOf(databaseInputSchema).filter(({ flag }) => flag !== undefined),
  run: fieldsOf(runStartSchema).filter(({ flag }) => flag !== undefined),
};

/** The values of the given flags, by the paths of their fields. @param options as parsed by commander */
export function fieldValues(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = fields.map((field) => [field, options[flagOf(field).attributeName()]] as const);
  const given = values.filter(([, value]) => value !== undefined);
  return objectOf(given.map(([field, value]) => [field.path, parseField(field, String(value))]));
}
