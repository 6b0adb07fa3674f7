import type { FieldPath } from 'react-hook-form';
import { describeFieldError } from '../../../components/config-editor/describe-field-error.ts';
import type { ClientForm } from './client-form.ts';

const SUBJECTS: Readonly<Record<string, string>> = {
  identifier: 'The identifier',
  name: 'The name',
  host: 'The host',
  port: 'The port',
  username: 'The username',
  password: 'The password',
  keep_alive: 'The keep-alive',
  protocol_version: 'The protocol version',
  clean_session: 'Clean session',
  ssl: 'TLS',
  reconnect: 'Automatic reconnection',
  'reconnect.enable': 'Automatic reconnection',
  'reconnect.min_delay': 'The initial delay',
  'reconnect.max_delay': 'The maximum delay',
  'advanced.qos': 'The quality of service',
  'advanced.layout': 'The message layout',
  'advanced.discovery_prefix': 'The discovery prefix',
  'advanced.client_id': 'The client ID',
  'advanced.ca': 'The CA certificate',
  'advanced.certificate': 'The client certificate',
  'advanced.key': 'The private key',
};

export function errorSentence(path: string, message: string): string {
  return describeFieldError(SUBJECTS, path, message);
}

export const FIELD_PATHS = Object.keys(SUBJECTS).filter((path) => path !== 'reconnect') as FieldPath<ClientForm>[];
