/** A gateway as the form holds it: texts as they are typed. The fields of both kinds, so that changing one's mind loses nothing. */
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
  /** In seconds; named as the API names it, so that paths are one. */
  period_ms: string;
  /** The identifier of an MQTT client; empty for none. */
  client: string;
  prefix: string;
}

/** A new gateway. @param client the MQTT client that is suggested; empty for none */
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

/** What the form says, as the API takes it. @param enabled the form does not say it */
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

/** What a form says, as one text: whether two say the same. */
export function formText(form: GatewayForm): string {
  return JSON.stringify(inputOfForm(form));
}

/** What a gateway is configured to, as one text. Being switched on or off is not part of it. */
export function configurationText(view: Pick<GatewayView, 'config'>): string {
  return formText(formOfGateway(view));
}
