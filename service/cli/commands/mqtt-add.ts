import { type Field, fieldsOf, objectOf, parseField } from '../../contract/field.ts';
import type { MqttClientView } from '../../contract/index.ts';
import { mqttClientCreateSchema } from '../../contract/mqtt-input.ts';
import { connect } from '../client/api.ts';
import { flagOf } from '../flags.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { brokerOf, type PasswordOptions, readPassword, readPasswordOption } from './mqtt-ls.ts';

type AddOptions = CommonOptions & PasswordOptions & Readonly<Record<string, string | number | boolean | undefined>>;

/** The value of a flag; undefined without it. @throws CliError `file` */
async function valueOf(field: Field, options: AddOptions): Promise<unknown> {
  const flag = flagOf(field);
  const given = options[flag.attributeName()];
  if (given === undefined) return undefined;
  if (field.kind === 'switch') return given === flag.negate ? field.default : !field.default;
  if (field.kind === 'secret') return readPasswordOption(String(given));
  return parseField(field, String(given));
}

/** Does not wait for the connection. */
export async function run({ words: [identifier], options }: Invocation<[string], AddOptions>): Promise<void> {
  const password = await readPassword(options, process.env);
  const flags = fieldsOf(mqttClientCreateSchema).filter(({ flag }) => flag);
  const values = await Promise.all(flags.map(async (field) => [field.path, await valueOf(field, options)] as const));
  // JSON omits undefined fields; the service then uses its defaults.
  const body = { ...objectOf(values), identifier, password };
  const api = await connect(options);
  if (password !== undefined || options['key'] !== undefined) api.requireProof('no password or key was sent');
  const view = await api.call<MqttClientView>('/app/v1/mqtt/clients', { method: 'POST', body });
  if (options.json) return printJson(view);
  const added = `Added MQTT client ${view.identifier} (${brokerOf(view)}, topics ${view.name}/...).`;
  await print(`${escapeText(added)}\n`);
}
