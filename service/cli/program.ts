import { Argument, Command } from 'commander';
import type { BackupGroup } from '../contract/maintenance.ts';
import { APP_VERSION_TEXT } from '../contract/version.ts';
import { COMMANDS, type CommandName } from './commands-list.ts';
import type { FieldFlags } from './field-flags.ts';
import {
  choiceOption,
  duration,
  familyFlag,
  flagOf,
  integerOption,
  timestampOption,
  withCommonFlags,
} from './flags.ts';
import type { Run } from './invocation.ts';

/** Examples for a POSIX shell by command; `mensura` is the whole program. A test runs every one. */
export const EXAMPLES: Readonly<Record<CommandName | 'mensura', readonly string[]>> = {
  mensura: ['mensura devices', 'mensura get E24638 temperature'],
  serve: ['mensura serve', 'mensura serve --simulate=5x2 --port 11500 --data-dir /tmp/try-mensura'],
  devices: ['mensura devices', 'mensura devices --family usb --json'],
  get: ['mensura get E24638', 'mensura get E24638 temperature', 'mensura get E24638 temperature --unit'],
  watch: [
    'mensura watch E24638 temperature --count 3',
    'mensura watch --json --duration 10s',
    'mensura watch E24638 | head -1',
  ],
  export: [
    'mensura export E24638 --from -24h --output day.csv',
    'mensura export E24638/temperature --from 2026-11-20 --to 2026-11-21 --format parquet --output day.parquet',
    'mensura export E24638 --separator semicolon --decimal-mark comma --time local > sheet.csv',
  ],
  mqtt: [
    'mensura mqtt add lab --host 127.0.0.1 --port 1883',
    'mensura mqtt add plant --host 127.0.0.1 --port 8883 --ssl --user plant --password-file secret.txt',
    'mensura mqtt ls',
    'mensura mqtt test lab',
    'mensura mqtt rm lab plant --yes',
  ],
  status: ['mensura status', 'mensura status --json'],
  alarms: ['mensura alarms', 'mensura alarms ack --all'],
  log: ['mensura log --level warn', 'mensura log --limit 20 --json'],
  backup: ['mensura backup settings.json', 'mensura backup > settings-too.json'],
  restore: ['mensura restore settings.json --preview', 'mensura restore settings.json --part devices alarms --yes'],
  completion: ['source <(mensura completion bash)', 'mensura completion fish > mensura.fish'],
};

function formatExamples(beginning: string): string {
  const { mensura, ...ofCommands } = EXAMPLES;
  const lines = beginning === 'mensura' ? mensura : Object.values(ofCommands).flat();
  const fitting = lines.filter((line) => line.includes(beginning));
  return fitting.length === 0 ? '' : `\nExamples:\n${fitting.map((line) => `  ${line}`).join('\n')}`;
}

/** The flags of `mensura serve` for help and completions; the service parses them (docs/headless.md). */
export const SERVE_FLAGS: readonly (readonly [flags: string, description: string])[] = [
  ['--port <n>', 'loopback port (default: 11395); 0 selects a free port'],
  ['--data-dir <folder>', 'folder for settings and history'],
  ['--simulate [counts]', 'simulate devices: --simulate=U or --simulate=UxG (USB, gateway)'],
  ['--no-simulate', 'no simulated devices; overrides the settings'],
  ['--simulate-period <ms>', 'sampling period of simulated devices in ms (default: 1000)'],
  ['--simulate-seed <n>', 'seed for reproducible curves'],
  ['--simulate-faults [false]', 'simulate sensor errors (about 2 per device and hour); =false disables them'],
  ['--simulate-publish', 'store and publish simulated readings'],
  ['--serial-port <path>', 'serial port that is not detected automatically; repeatable'],
  ['--discovery', 'discover other Mensura installations, and be discoverable'],
  [
    '--refuse-other-users <what>',
    'reject requests from other accounts: nothing, writes or everything (default: writes)',
  ],
  ['--headless', 'no window; always on for this command'],
  ['--log-level <level>', 'minimum level: error, warn, info or debug'],
];

const GROUPS: readonly BackupGroup[] = ['settings', 'devices', 'mqtt', 'gateways', 'alarms'];

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
      .addOption(choiceOption('--part <item...>', 'items to restore (default: all)', GROUPS))
      .option('--preview', 'show the effects without restoring')
      .option('-y, --yes', 'skip confirmation; web origins also need --allow-origin')
      .option('--allow-origin <origin...>', 'allow a web origin of the backup'),
    () => import('./commands/restore.ts'),
  );
}

/** The definition of the program, also the source of the completions. */
/**
 * The flags of commands that declare them as fields; undefined if no word names such a command. The others start in
 * two thirds of the time without the schemas.
 */
export async function fieldFlagsFor(words: readonly string[]): Promise<FieldFlags | undefined> {
  const isNeeded = words.includes('export') || words.includes('add');
  return isNeeded ? (await import('./field-flags.ts')).FIELD_FLAGS : undefined;
}

/** @param fieldFlags as from `fieldFlagsFor` the words of the command line */
export function createProgram(fieldFlags?: FieldFlags): Command {
  const program = new Command('mensura')
    .description('Read and manage measuring devices, and export their readings, through a running Mensura service.')
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
  defineExport(program, fieldFlags);
  defineMqtt(program, fieldFlags);
  defineService(program);
  runsModule(
    addCommand(program, 'completion').addArgument(
      new Argument('<shell>', 'shell to generate completions for').choices(['bash', 'zsh', 'fish', 'powershell']),
    ),
    () => import('./commands/completion.ts'),
  );
  return program;
}

/** Adds `mensura export` to the program. */
function defineExport(program: Command, fieldFlags: FieldFlags | undefined): void {
  const command = withCommonFlags(addCommand(program, 'export', '<target...>'))
    .addOption(familyFlag())
    .option(
      '--from <time>',
      'start time: -24h, 2026-11-20, 2026-11-20T14:45 (default: 1 hour before the end)',
      timestampOption,
    )
    .option('--to <time>', 'end time, exclusive (default: now)', timestampOption)
    .option('--split-rows <n>', 'split CSV into a ZIP of files with at most n rows', integerOption(1, 1_048_575))
    .option('-o, --output <file>', 'output file or folder; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  for (const field of fieldFlags?.export ?? []) command.addOption(flagOf(field));
  runsModule(command, () => import('./commands/export.ts'));
}

function defineAdd(mqtt: Command, fieldFlags: FieldFlags | undefined): void {
  const add = withCommonFlags(addSubcommand(mqtt, 'add <id>', 'Add an MQTT client'))
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file (or set MENSURA_MQTT_PASSWORD)');
  for (const field of fieldFlags?.add ?? []) add.addOption(flagOf(field));
  runsModule(add, () => import('./commands/mqtt-add.ts'));
}

/** Adds `mensura mqtt` with its subcommands to the program. */
function defineMqtt(program: Command, fieldFlags: FieldFlags | undefined): void {
  const mqtt = addCommand(program, 'mqtt');
  runsModule(withCommonFlags(addSubcommand(mqtt, 'ls', 'List MQTT clients')), () => import('./commands/mqtt-ls.ts'));
  defineAdd(mqtt, fieldFlags);
  runsModule(
    withCommonFlags(addSubcommand(mqtt, 'rm <id...>', 'Delete MQTT clients')).option('-y, --yes', 'skip confirmation'),
    () => import('./commands/mqtt-rm.ts'),
  );
  runsModule(
    withCommonFlags(addSubcommand(mqtt, 'test <id>', 'Test the connection to the broker')),
    () => import('./commands/mqtt-test.ts'),
  );
}

/** Adds a command with its description and examples. @param words its arguments: `<serial> [channel]` */
function addCommand(program: Command, name: CommandName, words = ''): Command {
  return addSubcommand(program, `${name} ${words}`, COMMANDS[name]);
}

/** Adds a subcommand to any command. @param usage its name and arguments */
function addSubcommand(parent: Command, usage: string, description: string): Command {
  const command = parent.command(usage).description(description);
  const above = parent.parent ? `${parent.parent.name()} ${parent.name()}` : parent.name();
  return command.addHelpText('after', formatExamples(`${above} ${command.name()}`));
}

/** Makes a command run a module, which is loaded only then. */
function runsModule(command: Command, load: () => Promise<{ run: Run }>): Command {
  return command.action(async () => {
    const { run } = await load();
    await run({ words: command.processedArgs, options: command.optsWithGlobals() } as never);
  });
}
