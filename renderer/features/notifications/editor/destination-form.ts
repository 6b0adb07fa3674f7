/** Form values are the typed texts, structured as in the API so that paths match. Those of other types stay in the form. */
import {
  DESTINATION_OWN_FIELDS,
  type DestinationInput,
  type DestinationKind,
  type DestinationView,
  destinationFieldsOf,
  destinationInputSchema,
  type Field,
  fieldsOf,
} from '../../../../service/contract/index.ts';
import { copyName } from '../../../components/config-editor/copy-name.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

export type DestinationForm = FormValues<DestinationInput>;

export const DESTINATION_FIELDS = fieldsOf(destinationInputSchema);

/** The secrets that only some types have. */
export const SECRETS = ['password', 'token', 'signing_key'] as const;
export type SecretName = (typeof SECRETS)[number];

const KIND_FIELDS = new Set<string>([...DESTINATION_OWN_FIELDS, ...SECRETS]);

/** The fields that a type has. */
export function fieldsOfKind(kind: DestinationKind): Field[] {
  const own = destinationFieldsOf(kind);
  return DESTINATION_FIELDS.filter(({ path }) => own.has(path) || !KIND_FIELDS.has(path));
}

/** The declared defaults. */
export function emptyForm(): DestinationForm {
  return formValues(DESTINATION_FIELDS, { kind: 'email' });
}

/** Secrets stay as they are. */
export function formOfDestination({ config }: Pick<DestinationView, 'config'>): DestinationForm {
  return formValues(DESTINATION_FIELDS, config);
}

/** A duplicate with a name of its own. */
export function formOfCopy(view: DestinationView, destinations: readonly DestinationView[]): DestinationForm {
  return { ...formOfDestination(view), name: copyName(view.config.name, destinations) };
}

/** The form as an API input. Invalid numbers are NaN, which the API's schemas refuse. */
export function inputOfForm(form: DestinationForm): DestinationInput {
  return inputValues(fieldsOfKind(form.kind), form);
}

/** Equal for forms with the same meaning. */
export function formText(form: DestinationForm): string {
  return JSON.stringify(inputOfForm(form));
}

/** Equal for destinations with the same configuration, enabled or not. */
export function configurationText(view: DestinationView): string {
  const { config, password_set, token_set, signing_key_set, ca } = view;
  const fields = formText(formOfDestination({ config: { ...config, enabled: true } }));
  const stored = ca && [ca.subject, ca.issuer, ca.valid_to];
  return JSON.stringify([fields, password_set, token_set, signing_key_set, stored]);
}
