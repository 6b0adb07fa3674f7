import type { ClientConfig } from '../parts.ts';
import { type Failure, failure } from './failure.ts';

/** Why a client cannot even try to connect; undefined where it can. */
export function configProblem({ fields, secrets }: ClientConfig): Failure | undefined {
  if (secrets === null) {
    return failure(
      'password-needed',
      'The stored password or key of this client cannot be read here.',
      'Enter the password again, and the key where there was one.',
    );
  }
  if (secrets.password !== '' && fields.username === '' && fields.protocol_version < 5) {
    return failure(
      'credentials-refused',
      'There is a password, but no user name: MQTT 3.1 and 3.1.1 cannot send one without the other.',
      'Give a user name, or choose MQTT 5.',
    );
  }
  return undefined;
}
