/** Form values are the typed texts. The fields of both kinds are stored, so that switching between kinds loses nothing. */
import {
  type GatewayConfig,
  type GatewayInput,
  type GatewayView,
  SENSGATE_DEFAULTS,
} from '../../../../service/contract/index.ts';
import { millisecondsOf, secondsText, wholeNumberOf } from '../../../data/format/durations.ts';

export interface GatewayForm {
  kind: GatewayConfig['kind'];
  name: string;
  host: string;
  port: string;
  /** In seconds; named as in the API, so that paths match. */
  period_ms: string;
  /** Identifier of an MQTT client; empty for none. */
  client: string;
  prefix: string;
}

/** @param client suggested MQTT client; empty for none */
export function emptyForm(kind: GatewayForm['kind'], client = ''): GatewayForm {
  return {
    kind,
    name: '',
    host: '',
    port: String(SENSGATE_DEFAULTS.port),
    period_ms: secondsText(SENSGATE_DEFAULTS.period_ms),
    client,
    prefix: '',
  };
}

export function formOfGateway({ config }: Pick<GatewayView, 'config'>): GatewayForm {
  const form = { ...emptyForm(config.kind), name: config.name };
  return config.kind === 'sensgate'
    ? { ...form, host: config.host, port: String(config.port), period_ms: secondsText(config.period_ms) }
    : { ...form, client: config.client, prefix: config.prefix };
}

/** The form as an API input. @param enabled not part of the form */
export function inputOfForm(form: GatewayForm, enabled = true): GatewayInput {
  const common = { name: form.name.trim(), enabled };
  if (form.kind === 'mqtt') return { kind: 'mqtt', ...common, client: form.client, prefix: form.prefix.trim() };
  return {
    kind: 'sensgate',
    ...common,
    host: form.host.trim(),
    port: wholeNumberOf(form.port),
    period_ms: millisecondsOf(form.period_ms),
  };
}

/** Equal for forms with the same meaning. */
export function formText(form: GatewayForm): string {
  return JSON.stringify(inputOfForm(form));
}

/** Equal for gateways with the same configuration, enabled or not. */
export function configurationText(view: Pick<GatewayView, 'config'>): string {
  return formText(formOfGateway(view));
}
