/** The sub-commands of `mensura` with their flags. What a command does is loaded when it is called. */
import { Argument, Command } from 'commander';
import type { SettingPart } from '../contract/maintenance.ts';
import { RELEASE_TEXT } from '../contract/version.ts';
import { define, defineBelow, does } from './define.ts';
import { choiceFlag, duration, familyFlag, wholeNumber, withCommonFlags } from './flags.ts';
import { examplesText } from './help.ts';
import { defineExport } from './program-export.ts';
import { defineMqtt } from './program-mqtt.ts';
import { SERVE_FLAGS } from './serve-flags.ts';

const PARTS: readonly SettingPart[] = ['settings', 'devices', 'mqtt', 'gateways', 'alarms'];

function defineReading(program: Command): void {
  does(withCommonFlags(define(program, 'devices')).addOption(familyFlag()), () => import('./commands/devices.ts'));
  does(
    withCommonFlags(define(program, 'get', '<serial> [channel]'))
      .addOption(familyFlag())
      .option('--unit', 'the unit behind the value'),
    () => import('./commands/get.ts'),
  );
  does(
    withCommonFlags(define(program, 'watch', '[serial] [channel]'))
      .addOption(familyFlag())
      .option('--count <n>', 'end after so many readings', wholeNumber(1, 1e15 - 1))
      .option('--duration <time>', 'end after a time, as in 10s', duration),
    () => import('./commands/watch.ts'),
  );
}

function defineService(program: Command): void {
  does(withCommonFlags(define(program, 'status')), () => import('./commands/status.ts'));
  const alarms = does(withCommonFlags(define(program, 'alarms')), () => import('./commands/alarms.ts'));
  does(
    withCommonFlags(defineBelow(alarms, 'ack [id...]', 'Acknowledge alarms')).option('--all', 'all there are'),
    () => import('./commands/alarms-ack.ts'),
  );
  does(
    withCommonFlags(define(program, 'log'))
      .addOption(
        choiceFlag('--level <level>', 'this and what is worse', ['error', 'warn', 'info', 'debug']).default('info'),
      )
      .option('--limit <n>', 'the newest so many lines', wholeNumber(1, 1000), 100)
      .option('-f, --follow', 'go on with what is logged from now on'),
    () => import('./commands/log.ts'),
  );
  does(
    withCommonFlags(define(program, 'backup', '[file]')).option('--force', 'replace a file that is there'),
    () => import('./commands/backup.ts'),
  );
  does(
    withCommonFlags(define(program, 'restore', '<file>'))
      .addOption(choiceFlag('--part <part...>', 'these parts alone (default: all)', PARTS))
      .option('--preview', 'say what it would do, and do nothing')
      .option('-y, --yes', 'do not ask; web origins are left out unless they are named')
      .option('--allow-origin <origin...>', 'let in a web origin of the backup'),
    () => import('./commands/restore.ts'),
  );
}

/** The whole program, to be run or to be asked for its words. */
export function createProgram(): Command {
  const program = new Command('mensura')
    .description('Measuring instruments on the command line. It talks to the Mensura that is running.')
    .version(RELEASE_TEXT)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', examplesText('mensura'));
  // Here for its help and its completions: main.ts hands its words to the service.
  const serve = define(program, 'serve');
  for (const [flags, description] of SERVE_FLAGS) serve.option(flags, description);
  defineReading(program);
  defineExport(program);
  defineMqtt(program);
  defineService(program);
  does(
    define(program, 'completion').addArgument(
      new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell']),
    ),
    () => import('./commands/completion.ts'),
  );
  return program;
}
