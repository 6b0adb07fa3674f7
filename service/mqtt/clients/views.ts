/** A client as the app API shows it: without passwords, certificates and keys. */
import type { MqttClientView, MqttImport, MqttStatus } from '../../contract/index.ts';
import { summarize } from '../../secrets/certificates.ts';
import type { ClientConfig } from '../types.ts';

export function clientView(
  { identifier, fields, advanced, secrets }: ClientConfig,
  status: MqttStatus,
): MqttClientView {
  return {
    identifier,
    ...fields,
    password_set: secrets === null || secrets.password !== '',
    advanced: {
      ...advanced,
      ca: secrets?.ca ? summarize(secrets.ca) : null,
      certificate: secrets?.certificate ? summarize(secrets.certificate) : null,
      key_set: Boolean(secrets?.key),
      proxy_password_set: Boolean(secrets?.proxy_password),
    },
    status,
  };
}

/** In the format of imports, without secrets. */
export function exportFile(clients: Iterable<ClientConfig>): MqttImport {
  const entries = [...clients].map(({ identifier, fields, advanced }) => [identifier, { ...fields, advanced }]);
  return { mqtt: { clients: Object.fromEntries(entries) as MqttImport['mqtt']['clients'] } };
}
