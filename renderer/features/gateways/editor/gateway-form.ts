/** Form values are the typed texts. The fields of both kinds are stored, so that switching between kinds loses nothing. */
import {
  fieldsOf,
  type GatewayConfig,
  type GatewayInput,
  type GatewayView,
  gatewayInputSchema,
  type RemoteConfig,
  remoteInputSchema,
  type SensgateConfig,
  sensgateInputSchema,
} from '../../../../service/contract/index.ts';
import { type FormError, fieldErrors, labelsOf } from '../../../components/config-editor/field-errors.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

type Kind = GatewayConfig['kind'];

/** Of every kind, named as in the API, so that paths match. */
export type GatewayForm = { kind: Kind } & FormOf<SensgateConfig> & FormOf<RemoteConfig>;

type FormOf<Config> = FormValues<Omit<Config, 'kind' | 'enabled'>>;

export const GATEWAY_FIELDS = { sensgate: fieldsOf(sensgateInputSchema), mqtt: fieldsOf(remoteInputSchema) };

export const GATEWAY_LABELS = labelsOf([...GATEWAY_FIELDS.sensgate, ...GATEWAY_FIELDS.mqtt]);

/** @param client suggested MQTT client; empty for none */
export function emptyForm(kind: Kind, client = ''): GatewayForm {
  const { sensgate, mqtt } = GATEWAY_FIELDS;
  return { ...formValues<GatewayForm>(sensgate, {}), ...formValues<GatewayForm>(mqtt, { client }), kind };
}

export function formOfGateway({ config }: Pick<GatewayView, 'config'>): GatewayForm {
  return { ...emptyForm(config.kind), ...formValues<GatewayForm>(GATEWAY_FIELDS[config.kind], config) };
}

/** The form as an API input. @param enabled not part of the form */
export function inputOfForm(form: GatewayForm, enabled = true): GatewayInput {
  return { ...inputValues<GatewayInput>(GATEWAY_FIELDS[form.kind], form), enabled };
}

/** All errors, the first of each field first. */
export function checkForm(form: GatewayForm): FormError[] {
  const { error } = gatewayInputSchema.safeParse(inputOfForm(form));
  const errors = fieldErrors(GATEWAY_FIELDS[form.kind], error?.issues);
  // The schema has no word for an empty choice.
  return errors.map(({ path, message }) => ({ path, message: path === 'client' ? 'Select an MQTT client.' : message }));
}

/** Equal for forms with the same meaning. */
export function formText(form: GatewayForm): string {
  return JSON.stringify(inputOfForm(form));
}

/** Equal for gateways with the same configuration, enabled or not. */
export function configurationText(view: Pick<GatewayView, 'config'>): string {
  return formText(formOfGateway(view));
}
