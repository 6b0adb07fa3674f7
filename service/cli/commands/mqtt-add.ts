import type { MqttClientCreate, MqttClientView, MqttLayout } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { brokerOf } from './mqtt-ls.ts';
import { type PasswordOptions, readPassword, readPasswordOption } from './mqtt-password.ts';

interface AddOptions extends CommonOptions, PasswordOptions {
  host?: string;
  port?: number;
  name?: string;
  user?: string;
  ssl?: boolean;
  ca?: string;
  certificate?: string;
  key?: string;
  checkServerName: boolean;
  qos?: string;
  layout?: MqttLayout;
  discovery?: boolean;
  discoveryPrefix?: string;
  protocolVersion?: string;
  keepAlive?: number;
  clientId?: string;
  storeAndForward: boolean;
  disabled?: boolean;
}

type Advanced = NonNullable<MqttClientCreate['advanced']>;

async function advancedOf(options: AddOptions): Promise<Advanced> {
  const { ca, certificate, key, qos } = options;
  const [caText, certificateText, keyText] = await Promise.all(
    [ca, certificate, key].map(async (path) => (path === undefined ? undefined : readPasswordOption(path))),
  );
  // JSON omits undefined fields; the service then uses its defaults.
  return {
    enabled: !options.disabled,
    check_server_name: options.checkServerName,
    store_and_forward: options.storeAndForward,
    qos: qos === undefined ? undefined : (Number(qos) as 0 | 1 | 2),
    layout: options.layout,
    discovery: options.discovery,
    discovery_prefix: options.discoveryPrefix,
    client_id: options.clientId,
    ca: caText,
    certificate: certificateText,
    key: keyText,
  };
}

/** Does not wait for the connection. */
export async function run({ words: [identifier], options }: Invocation<[string], AddOptions>): Promise<void> {
  const { protocolVersion } = options;
  const password = await readPassword(options, process.env);
  const body: MqttClientCreate = {
    identifier,
    host: options.host,
    port: options.port,
    name: options.name,
    username: options.user,
    password,
    ssl: options.ssl,
    protocol_version: protocolVersion === undefined ? undefined : (Number(protocolVersion) as 3 | 4 | 5),
    keep_alive: options.keepAlive,
    advanced: await advancedOf(options),
  };
  const api = await connect(options);
  if (password !== undefined || options.key !== undefined) api.requireProof('no password or key was sent');
  const view = await api.call<MqttClientView>('/app/v1/mqtt/clients', { method: 'POST', body });
  if (options.json) return printJson(view);
  const added = `Added MQTT client ${view.identifier} (${brokerOf(view)}, topics ${view.name}/...).`;
  await print(`${escapeText(added)}\n`);
}
