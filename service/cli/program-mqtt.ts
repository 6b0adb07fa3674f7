import type { Command } from 'commander';
import { addCommand, addSubcommand, runsModule } from './add-command.ts';
import { choiceOption, integerOption, withCommonFlags } from './flags.ts';

function defineAdd(mqtt: Command): void {
  const add = withCommonFlags(addSubcommand(mqtt, 'add <id>', 'Add an MQTT client'))
    .option('--host <host>', 'broker host (default: localhost)')
    .option('--port <n>', 'broker port (default: 1883)', integerOption(1, 65_535))
    .option('--name <name>', 'topic prefix (default: the id)')
    .option('--user <name>', 'user name')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file (or set MENSURA_MQTT_PASSWORD)')
    .option('--ssl', 'connect with TLS')
    .option('--ca <file>', 'trusted CA certificate, PEM')
    .option('--certificate <file>', 'client certificate, PEM')
    .option('--key <file>', 'client key, PEM')
    .option('--no-check-server-name', 'do not verify the broker host name')
    .addOption(choiceOption('--qos <n>', 'quality of service (default: 1)', ['0', '1', '2']))
    .addOption(choiceOption('--layout <layout>', 'topic layout (default: device)', ['device', 'channel', 'both']))
    .option('--discovery', 'publish Home Assistant discovery messages')
    .option('--discovery-prefix <name>', 'Home Assistant discovery prefix (default: homeassistant)')
    .addOption(
      choiceOption('--protocol-version <n>', 'MQTT version: 3 for 3.1, 4 for 3.1.1, 5 for 5.0 (default: 4)', [
        '3',
        '4',
        '5',
      ]),
    )
    .option('--keep-alive <s>', 'keep-alive interval in seconds; 0 disables it (default: 60)', integerOption(0, 65_535))
    .option('--client-id <id>', 'client ID')
    .option('--no-store-and-forward', 'discard readings while disconnected')
    .option('--disabled', 'add the client without connecting');
  runsModule(add, () => import('./commands/mqtt-add.ts'));
}

/** Adds `mensura mqtt` with its subcommands to the program. */
export function defineMqtt(program: Command): void {
  const mqtt = addCommand(program, 'mqtt');
  runsModule(withCommonFlags(addSubcommand(mqtt, 'ls', 'List MQTT clients')), () => import('./commands/mqtt-ls.ts'));
  defineAdd(mqtt);
  runsModule(
    withCommonFlags(addSubcommand(mqtt, 'rm <id...>', 'Remove MQTT clients')).option('-y, --yes', 'skip confirmation'),
    () => import('./commands/mqtt-rm.ts'),
  );
  runsModule(
    withCommonFlags(addSubcommand(mqtt, 'test <id>', 'Test the connection to the broker')),
    () => import('./commands/mqtt-test.ts'),
  );
}
