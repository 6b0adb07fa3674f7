/** Form values are the typed texts, structured as in the API so that paths match. Those of other types stay in the form. */
import {
  DATABASE_KIND_FIELDS,
  type DatabaseInput,
  type DatabaseKind,
  type DatabaseView,
  databaseInputSchema,
  type Field,
  fieldsOf,
  KIND_FIELDS,
  type ReadingChoice,
  readingChoiceSchema,
} from '../../../../service/contract/index.ts';
import { copyName } from '../../../components/config-editor/copy-name.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

export type DatabaseForm = FormValues<DatabaseInput>;

export const DATABASE_FIELDS = fieldsOf(databaseInputSchema);

/** The fields that a type has. */
export function fieldsOfKind(kind: DatabaseKind): Field[] {
  const own: readonly string[] = DATABASE_KIND_FIELDS[kind];
  const others = new Set<string>(KIND_FIELDS.filter((name) => !own.includes(name)));
  return DATABASE_FIELDS.filter(({ path }) => !others.has(path));
}

/** The declared defaults. */
export function emptyForm(): DatabaseForm {
  return formValues(DATABASE_FIELDS, { kind: 'influxdb1' });
}

/** Secrets stay as they are. */
export function formOfDatabase({ config }: Pick<DatabaseView, 'config'>): DatabaseForm {
  return formValues(DATABASE_FIELDS, config);
}

/** A duplicate with a name of its own. */
export function formOfCopy(view: DatabaseView, databases: readonly DatabaseView[]): DatabaseForm {
  return { ...formOfDatabase(view), name: copyName(view.config.name, databases) };
}

/** The form as an API input. Invalid numbers are NaN, which the API's schemas refuse. */
export function inputOfForm(form: DatabaseForm): DatabaseInput {
  return inputValues(fieldsOfKind(form.kind), form);
}

/** The choice of readings in a form; undefined while it is invalid. */
export function choiceOfForm(form: DatabaseForm): ReadingChoice | undefined {
  return readingChoiceSchema.safeParse(inputOfForm(form).readings).data;
}

/** Equal for forms with the same meaning. */
export function formText(form: DatabaseForm): string {
  return JSON.stringify(inputOfForm(form));
}

/** Equal for databases with the same configuration, enabled or not. */
export function configurationText(view: DatabaseView): string {
  const { config, password_set, token_set, ca, certificate, key_set } = view;
  const fields = formText(formOfDatabase({ config: { ...config, enabled: true } }));
  const stored = [ca, certificate].map((summary) => summary && [summary.subject, summary.issuer, summary.valid_to]);
  return JSON.stringify([fields, password_set, token_set, key_set, stored]);
}
