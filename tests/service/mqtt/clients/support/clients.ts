/** Clients for tests, and what became of a change. */
import {
  MQTT_ADVANCED_DEFAULTS,
  type MqttAdvanced,
  type MqttClientFields,
} from '../../../../../service/contract/index.ts';
import { type ClientConfig, type ClientSecrets, NO_SECRETS } from '../../../../../service/mqtt/types.ts';
import { type FieldError, isMensuraError } from '../../../../../service/support/errors.ts';

/** The defaults of interface.md#mqtt-client, by hand, in its order; there is none for the name. */
export const DEFAULT_FIELDS = {
  host: 'localhost',
  name: 'unnamed',
  username: '',
  port: 1883,
  protocol_version: 4,
  keep_alive: 60,
  clean_session: true,
  ssl: false,
  reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
} as const;

export interface ClientParts {
  fields?: Partial<MqttClientFields>;
  advanced?: Partial<MqttAdvanced>;
  secrets?: Partial<ClientSecrets> | null;
}

/** A client named after its identifier, unless said otherwise. */
export function client(identifier: string, { fields, advanced, secrets }: ClientParts = {}): ClientConfig {
  return {
    identifier,
    fields: { ...DEFAULT_FIELDS, name: identifier, ...fields },
    advanced: { ...MQTT_ADVANCED_DEFAULTS, ...advanced },
    secrets: secrets === null ? null : { ...NO_SECRETS, ...secrets },
  };
}

export function clientsOf(...configs: ClientConfig[]): Map<string, ClientConfig> {
  return new Map(configs.map((config) => [config.identifier, config]));
}

/** Why a change was refused. */
export interface Refusal {
  code: string;
  message: string;
  errors: readonly FieldError[];
  /** The path of each problem. */
  paths: string[];
}

/**
 * The refusal of something that must be refused.
 * @throws Error when it was not, or not in plain words
 */
export function refusal(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (!isMensuraError(error)) throw error;
    const { code, message, errors } = error;
    return { code, message, errors, paths: errors.map(({ path }) => path) };
  }
  throw new Error('It was not refused.');
}
