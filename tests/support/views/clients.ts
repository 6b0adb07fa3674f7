/** MQTT clients as the app API shows them, for tests that need a certain one. */
import {
  MQTT_ADVANCED_DEFAULTS,
  MQTT_DEFAULTS,
  type MqttClientView,
  type MqttError,
  type MqttErrorCode,
  type MqttStatus,
} from '../../../service/contract/index.ts';

export interface ClientFacts extends Partial<Omit<MqttClientView, 'advanced' | 'status'>> {
  identifier: string;
  advanced?: Partial<MqttClientView['advanced']>;
  status?: Partial<MqttStatus>;
}

export function clientView({ identifier, advanced, status, ...fields }: ClientFacts): MqttClientView {
  return {
    identifier,
    ...MQTT_DEFAULTS,
    name: identifier,
    password_set: false,
    ...fields,
    advanced: {
      ...MQTT_ADVANCED_DEFAULTS,
      ca: null,
      certificate: null,
      key_set: false,
      proxy_password_set: false,
      ...advanced,
    },
    status: { ...clientStatus(), ...status },
  };
}

/** Online for an hour, and nothing published. */
export function clientStatus(): MqttStatus {
  return {
    state: 'online',
    since: new Date(Date.now() - 3_600_000).toISOString(),
    error: null,
    next_retry: null,
    published: 0,
    queued: 0,
    queued_bytes: 0,
    dropped: 0,
    violations: 0,
    last_published: null,
  };
}

export function clientError(code: MqttErrorCode, text: string, remedy = ''): MqttError {
  return { code, text, remedy, reason_code: null, timestamp: new Date().toISOString() };
}
