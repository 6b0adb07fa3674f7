/** `mensura mqtt` and its sub-commands with their flags. */
import type { Command } from 'commander';
import { define, defineBelow, does } from './define.ts';
import { choiceFlag, wholeNumber, withCommonFlags } from './flags.ts';

function defineAdd(mqtt: Command): void {
  const add = withCommonFlags(defineBelow(mqtt, 'add <id>', 'Add an MQTT client'))
    .option('--host <host>', 'the broker (default: localhost)')
    .option('--port <n>', 'its port (default: 1883)', wholeNumber(1, 65_535))
    .option('--name <name>', 'the first part of its topics (default: the id)')
    .option('--user <name>', 'the user name at the broker')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file (or the variable MENSURA_MQTT_PASSWORD)')
    .option('--ssl', 'TLS')
    .option('--ca <file>', 'the certificate of the authority to trust, PEM')
    .option('--certificate <file>', 'the certificate to show, PEM')
    .option('--key <file>', 'its key, PEM')
    .option('--no-check-server-name', 'take a certificate that is made out to another host')
    .addOption(choiceFlag('--qos <n>', 'quality of service (default: 1)', ['0', '1', '2']))
    .addOption(choiceFlag('--layout <layout>', 'where readings go (default: device)', ['device', 'channel', 'both']))
    .option('--discovery', 'announce every channel to Home Assistant')
    .option('--discovery-prefix <name>', "Home Assistant's prefix (default: homeassistant)")
    .addOption(choiceFlag('--protocol-version <n>', '3 is 3.1, 4 is 3.1.1, 5 is 5.0 (default: 4)', ['3', '4', '5']))
    .option('--keep-alive <s>', 'seconds (default: 60)', wholeNumber(0, 65_535))
    .option('--client-id <id>', 'the client id at the broker')
    .option('--no-store-and-forward', 'drop readings while the broker is away')
    .option('--disabled', 'do not connect yet');
  does(add, () => import('./commands/mqtt-add.ts'));
}

/** Adds them to the program. */
export function defineMqtt(program: Command): void {
  const mqtt = define(program, 'mqtt');
  does(withCommonFlags(defineBelow(mqtt, 'ls', 'List the MQTT clients')), () => import('./commands/mqtt-ls.ts'));
  defineAdd(mqtt);
  does(
    withCommonFlags(defineBelow(mqtt, 'rm <id...>', 'Remove MQTT clients')).option('-y, --yes', 'do not ask'),
    () => import('./commands/mqtt-rm.ts'),
  );
  does(
    withCommonFlags(defineBelow(mqtt, 'test <id>', 'Try a broker with a session of its own')),
    () => import('./commands/mqtt-test.ts'),
  );
}
