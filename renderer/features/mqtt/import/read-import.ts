import type * as z from 'zod';
import {
  MQTT_DEFAULTS,
  type MqttClientView,
  type MqttImport,
  mqttImportSchema,
} from '../../../../service/contract/index.ts';
import { describeFieldError, firstErrors, labelsOf } from '../../../components/config-editor/field-errors.ts';
import { hostAddress } from '../../../data/format/host-address.ts';
import { CLIENT_FIELDS } from '../form/client-form.ts';

/** Limit of the service, in bytes. */
export const MAX_IMPORT = 256 * 1024;

export interface ImportedClient {
  identifier: string;
  name: string;
  address: string;
}

type ImportedFields = MqttImport['mqtt']['clients'][string];

export type ImportPlan =
  | {
      kind: 'ready';
      /** The file's own text. */
      text: string;
      added: ImportedClient[];
      replaced: ImportedClient[];
      /** Number of clients with a password. */
      passwords: number;
      /** Names of replaced clients whose stored password is deleted. */
      losing: string[];
    }
  | { kind: 'refused'; errors: string[] };

export function planImport(file: string, clients: readonly MqttClientView[]): ImportPlan {
  const text = file.replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'refused', errors: ['Not an MQTT client file: invalid JSON.'] };
  }
  const checked = mqttImportSchema.safeParse(json);
  if (!checked.success) return { kind: 'refused', errors: firstErrors(checked.error.issues.flatMap(sentencesOf)) };
  const { clients: imported } = checked.data.mqtt;
  const present = new Map(clients.map((client) => [client.identifier, client]));
  const all = Object.entries(imported).map(([identifier, client]) => describe(identifier, client));
  const replaced = all.filter(({ identifier }) => present.has(identifier));
  return {
    kind: 'ready',
    text,
    added: all.filter(({ identifier }) => !present.has(identifier)),
    replaced,
    passwords: Object.values(imported).filter(({ password }) => Boolean(password)).length,
    losing: replaced
      .filter(({ identifier }) => lacksPassword(present.get(identifier), imported[identifier]))
      .map(({ name }) => name),
  };
}

/** As in the service: an omitted password stays unless the broker or its verification changes. */
function lacksPassword(present: MqttClientView | undefined, file: ImportedFields | undefined): boolean {
  if (!present?.password_set || !file || file.password) return false;
  if (file.password === '') return true;
  const { host = MQTT_DEFAULTS.host, port = MQTT_DEFAULTS.port, ssl = MQTT_DEFAULTS.ssl, advanced } = file;
  const checksName = advanced ? (advanced.check_server_name ?? true) : present.advanced.check_server_name;
  const proxy = advanced ? (advanced.proxy ?? '') : present.advanced.proxy;
  return (
    host.toLowerCase() !== present.host.toLowerCase() ||
    proxy.toLowerCase() !== present.advanced.proxy.toLowerCase() ||
    port !== present.port ||
    ssl !== present.ssl ||
    checksName !== present.advanced.check_server_name ||
    advanced?.ca !== undefined
  );
}

function describe(identifier: string, client: ImportedFields): ImportedClient {
  const { host = MQTT_DEFAULTS.host, port = MQTT_DEFAULTS.port, name = identifier } = client;
  return { identifier, name, address: hostAddress({ host, port }) };
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const [mqtt, list, identifier, ...field] = issue.path.map(String);
  if (mqtt !== 'mqtt' || list !== 'clients') {
    return ['Not an MQTT client file: “mqtt.clients” is missing.'];
  }
  if (identifier === undefined) return [`The file ${issue.message}.`];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${identifier}: unknown field “${[...field, key].join('.')}”.`);
  }
  return [`${identifier}: ${describeFieldError(labelsOf(CLIENT_FIELDS), field.join('.'), issue.message)}`];
}
