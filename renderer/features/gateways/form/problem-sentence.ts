/** What is wrong with a field of a gateway's form, as a sentence. */
import { describeFieldError } from '../../../components/config-editor/problem-sentence.ts';
import type { GatewayForm } from './gateway-form.ts';

/** How each field is called where a sentence is about it. */
const SUBJECTS: Readonly<Record<keyof GatewayForm, string>> = {
  kind: 'The type',
  name: 'The name',
  host: 'The host',
  port: 'The port',
  period_ms: 'The polling interval',
  client: 'The MQTT client',
  prefix: 'The topic prefix',
};

/** @param path as the API names the field; one that is not known stands for itself */
export function problemSentence(path: string, message: string): string {
  return describeFieldError(SUBJECTS, path, message);
}

/** The paths of all fields that the form has. */
export const FIELD_PATHS = Object.keys(SUBJECTS) as (keyof GatewayForm)[];
