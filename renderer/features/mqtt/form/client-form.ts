/** Form values are the typed texts, structured as in the API so that paths match. */
import {
  fieldsOf,
  type MqttClientCreate,
  type MqttClientInput,
  type MqttClientView,
  mqttClientCreateSchema,
} from '../../../../service/contract/index.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

export type ClientForm = FormValues<MqttClientCreate>;

export const CLIENT_FIELDS = fieldsOf(mqttClientCreateSchema);

/** Secrets stay as they are. */
export function formOfClient(view: MqttClientView): ClientForm {
  return formValues(CLIENT_FIELDS, view);
}

/** The declared defaults. */
export function emptyForm(): ClientForm {
  return formValues(CLIENT_FIELDS, {});
}

/** Without the client ID: a broker disconnects one of two clients that share it. */
export function formOfCopy(view: MqttClientView, names: { name: string; identifier: string }): ClientForm {
  return formValues(CLIENT_FIELDS, { ...view, ...names, advanced: { ...view.advanced, client_id: '' } });
}

/** A form as a new client of the API. Invalid numbers are NaN, which the API's schemas refuse. */
export function newClientOfForm(form: ClientForm): MqttClientCreate {
  return inputValues(CLIENT_FIELDS, form);
}

/** A form as an update or a test of the API. */
export function inputOfForm(form: ClientForm): MqttClientInput {
  const { identifier: _identifier, ...input } = newClientOfForm(form);
  return input;
}

/** Equal for forms with the same meaning. */
export function formText(form: ClientForm): string {
  return JSON.stringify(newClientOfForm(form));
}

/** Equal for clients with the same configuration, enabled or not. */
export function configurationText(view: MqttClientView): string {
  const { ca, certificate, key_set } = view.advanced;
  const fields = inputOfForm(formOfClient({ ...view, advanced: { ...view.advanced, enabled: true } }));
  const stored = [ca, certificate].map((summary) => summary && [summary.subject, summary.issuer, summary.valid_to]);
  return JSON.stringify([fields, view.password_set, key_set, stored]);
}
