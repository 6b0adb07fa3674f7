import { describeFieldError } from '../../../components/config-editor/describe-field-error.ts';
import type { GatewayForm } from './gateway-form.ts';

const SUBJECTS: Readonly<Record<keyof GatewayForm, string>> = {
  kind: 'The type',
  name: 'The name',
  host: 'The host',
  port: 'The port',
  period_ms: 'The polling interval',
  client: 'The MQTT client',
  prefix: 'The topic prefix',
};

export function errorSentence(path: string, message: string): string {
  return describeFieldError(SUBJECTS, path, message);
}

export const FIELD_PATHS = Object.keys(SUBJECTS) as (keyof GatewayForm)[];
