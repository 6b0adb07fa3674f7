/** A database as the app API shows it: without passwords, tokens, certificates and keys. */
import type { DatabaseStatus, DatabaseView } from '../contract/index.ts';
import { summarize } from '../secrets/certificates.ts';
import { authenticationOf } from './configs.ts';
import type { DatabaseConfig } from './types.ts';

export function databaseView({ id, fields, secrets }: DatabaseConfig, status: DatabaseStatus): DatabaseView {
  const way = authenticationOf(fields);
  const isSet = secrets === null || secrets.password !== '';
  return {
    id,
    config: fields,
    password_set: way === 'password' && isSet,
    token_set: way === 'token' && isSet,
    ca: secrets?.ca ? summarize(secrets.ca) : null,
    certificate: secrets?.certificate ? summarize(secrets.certificate) : null,
    key_set: Boolean(secrets?.key),
    status,
  };
}
