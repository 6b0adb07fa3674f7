import type { ClientConfig } from '../types.ts';
import { type Failure, failure } from './failure.ts';

/** Why a client cannot attempt to connect; undefined if it can. */
export function configError({ fields, secrets }: ClientConfig): Failure | undefined {
  if (secrets === null) {
    return failure(
      'password-needed',
      'Cannot read the stored password or private key of this client.',
      'Enter the password again, and the private key if one was set.',
    );
  }
  if (secrets.password !== '' && fields.username === '' && fields.protocol_version < 5) {
    return failure(
      'credentials-refused',
      'A password is set without a username, which MQTT 3.1 and 3.1.1 do not support.',
      'Enter a username, or select MQTT 5.0.',
    );
  }
  return undefined;
}
