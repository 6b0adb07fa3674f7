import { Argument, Command } from 'commander';
import type { BackupGroup } from '../contract/maintenance.ts';
import { APP_VERSION_TEXT } from '../contract/version.ts';
import { addCommand, addSubcommand, runsModule } from './add-command.ts';
import { choiceOption, duration, familyFlag, integerOption, withCommonFlags } from './flags.ts';
import { formatExamples } from './help.ts';
import { defineExport } from './program-export.ts';
import { defineMqtt } from './program-mqtt.ts';
import { SERVE_FLAGS } from './serve-flags.ts';

const PARTS: readonly BackupGroup[] = ['settings', 'devices', 'mqtt', 'gateways', 'alarms'];

function defineReading(program: Command): void {
  runsModule(
    withCommonFlags(addCommand(program, 'devices')).addOption(familyFlag()),
    () => import('./commands/devices.ts'),
  );
  runsModule(
    withCommonFlags(addCommand(program, 'get', '<serial> [channel]'))
      .addOption(familyFlag())
      .option('--unit', 'print the unit after the value'),
    () => import('./commands/get.ts'),
  );
  runsModule(
    withCommonFlags(addCommand(program, 'watch', '[serial] [channel]'))
      .addOption(familyFlag())
      .option('--count <n>', 'stop after n readings', integerOption(1, 1e15 - 1))
      .option('--duration <time>', 'stop after a duration, such as 10s', duration),
    () => import('./commands/watch.ts'),
  );
}

function defineService(program: Command): void {
  runsModule(withCommonFlags(addCommand(program, 'status')), () => import('./commands/status.ts'));
  const alarms = runsModule(withCommonFlags(addCommand(program, 'alarms')), () => import('./commands/alarms.ts'));
  runsModule(
    withCommonFlags(addSubcommand(alarms, 'ack [id...]', 'Acknowledge alarms')).option(
      '--all',
      'acknowledge all alarms',
    ),
    () => import('./commands/alarms-ack.ts'),
  );
  runsModule(
    withCommonFlags(addCommand(program, 'log'))
      .addOption(choiceOption('--level <level>', 'minimum level', ['error', 'warn', 'info', 'debug']).default('info'))
      .option('--limit <n>', 'number of most recent lines', integerOption(1, 1000), 100)
      .option('-f, --follow', 'follow new lines'),
    () => import('./commands/log.ts'),
  );
  runsModule(
    withCommonFlags(addCommand(program, 'backup', '[file]')).option('--force', 'overwrite an existing file'),
    () => import('./commands/backup.ts'),
  );
  runsModule(
    withCommonFlags(addCommand(program, 'restore', '<file>'))
      .addOption(choiceOption('--part <part...>', 'parts to restore (default: all)', PARTS))
      .option('--preview', 'show the effects without restoring')
      .option('-y, --yes', 'skip confirmation; web origins also need --allow-origin')
      .option('--allow-origin <origin...>', 'allow a web origin of the backup'),
    () => import('./commands/restore.ts'),
  );
}

/** The definition of the program, also the source of the completions. */
export function createProgram(): Command {
  const program = new Command('mensura')
    .description('Read, export and manage measuring devices through a running Mensura service.')
    .version(APP_VERSION_TEXT, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', formatExamples('mensura'));
  // For help and completions only: main.ts passes its arguments to the service.
  const serve = addCommand(program, 'serve');
  for (const [flags, description] of SERVE_FLAGS) serve.option(flags, description);
  defineReading(program);
  defineExport(program);
  defineMqtt(program);
  defineService(program);
  runsModule(
    addCommand(program, 'completion').addArgument(
      new Argument('<shell>', 'shell to generate completions for').choices(['bash', 'zsh', 'fish', 'powershell']),
    ),
    () => import('./commands/completion.ts'),
  );
  return program;
}
