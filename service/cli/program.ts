import { Argument, Command } from 'commander';
import type { BackupGroup } from '../contract/maintenance.ts';
import { APP_VERSION_TEXT } from '../contract/version.ts';
import { COMMANDS } from './commands-list.ts';
import type { Shell } from './completion/scripts.ts';
import { formatExamples } from './examples.ts';
import type { FieldFlags } from './field-flags.ts';
import {
  choiceOption,
  columnOption,
  decimal,
  duration,
  familyFlag,
  flagOf,
  integerOption,
  oppositeOf,
  pointOption,
  runTargetsOption,
  secondsOption,
  timestampOption,
} from './flags.ts';
import type { Run } from './invocation.ts';

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

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

/** All of them, as the compiler checks: the schema itself would be slow to load. */
const GROUPS = Object.keys({
  settings: true,
  devices: true,
  mqtt: true,
  gateways: true,
  databases: true,
  destinations: true,
  alarms: true,
  dashboards: true,
  corrections: true,
  computed: true,
  run_plans: true,
} satisfies Record<BackupGroup, true>);

function defineReading(program: Command): void {
  addApiCommand(program, 'devices', COMMANDS.devices, () => import('./commands/devices.ts')).addOption(familyFlag());
  addApiCommand(program, 'get <serial> [channel]', COMMANDS.get, () => import('./commands/get.ts'))
    .addOption(familyFlag())
    .option('--unit', 'print the unit after the value');
  addApiCommand(program, 'watch [serial] [channel]', COMMANDS.watch, () => import('./commands/watch.ts'))
    .addOption(familyFlag())
    .option('--count <n>', 'stop after n readings', integerOption(1, 1e15 - 1))
    .option('--duration <time>', 'stop after a duration, such as 10s', duration);
}

/** Adds `mensura correct` to the program. */
function defineCorrecting(program: Command): void {
  const load = () => import('./commands/correct.ts');
  addApiCommand(program, 'correct <serial> <channel>', COMMANDS.correct, load)
    .addOption(familyFlag())
    .option('--point <pair>', 'a point, measured=reference; repeatable; begins a new correction', pointOption)
    .option('--unit <unit>', "unit of points and range (default: the channel's)")
    .addOption(choiceOption('--fit <curve>', 'curve (default: exact)', ['exact', 'line', 'parabola']))
    .option('--from <value>', 'start of the range of validity (default: all values)', decimal)
    .option('--to <value>', 'end of the range of validity', decimal)
    .addOption(choiceOption('--outside <what>', 'values outside the range (default: continue)', ['continue', 'none']))
    .option('--standard <text>', 'reference standard')
    .option('--by <name>', 'who took the points')
    .option('--date <day>', 'when the points were taken, such as 2026-11-01')
    .option('--note <text>', 'note')
    .option('--due <day>', 'day of the next check, or none')
    .option('--on', 'correct readings')
    .option('--off', 'do not correct readings; the points stay')
    .option('--remove', 'remove the correction; its versions stay');
}

function defineService(program: Command): void {
  addApiCommand(program, 'status', COMMANDS.status, () => import('./commands/status.ts'));
  const loadAlarms = () => import('./commands/alarms.ts');
  const alarms = addApiCommand(program, 'alarms', COMMANDS.alarms, loadAlarms);
  addApiCommand(alarms, 'ack [id...]', 'Acknowledge alarms', loadAlarms, 'acknowledge')
    .option('--all', 'acknowledge all alarms')
    .option('--by <name>', 'who acknowledges them')
    .option('--comment <text>', 'comment, such as what was done');
  const loadAlarmLog = () => import('./commands/alarm-log.ts');
  addApiCommand(alarms, 'log', 'Export the alarm history, newest first', loadAlarmLog, 'exportLog')
    .addOption(choiceOption('--format <format>', 'file format', ['csv', 'jsonl']).default('csv'))
    .option('--from <time>', 'raised since: -24h, 2026-11-20, 2026-11-20T14:45 (default: all)', timestampOption)
    .option('--to <time>', 'raised before (default: now)', timestampOption)
    .addOption(choiceOption('--min-severity <severity>', 'lowest severity', ['information', 'warning', 'critical']))
    .option('--device <device>', 'family and serial number, such as usb/E24638')
    .option('--rule <id>', 'ID of the alarm rule, even if it was deleted')
    .addOption(
      choiceOption('--state <state>', 'state of the alarms', ['active', 'cleared', 'acknowledged', 'unacknowledged']),
    )
    .option('--text <words>', 'words of the serial number, channel, kind, message, name or comment')
    .option('-o, --output <file>', 'output file or folder; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  const loadRules = () => import('./commands/alarm-rules.ts');
  addApiCommand(alarms, 'rules', 'List alarm rules', loadRules, 'list');
  addApiCommand(alarms, 'snooze <rule>', 'Snooze an alarm rule: it raises no alarms', loadRules, 'snooze')
    .requiredOption('--for <time>', 'duration, such as 30m or 2h', secondsOption)
    .option('--reason <text>', 'reason, such as the cause')
    .option('--by <name>', 'who snoozes the rule');
  addApiCommand(alarms, 'unsnooze <rule>', 'End the snooze of an alarm rule', loadRules, 'unsnooze');
  addApiCommand(program, 'log', COMMANDS.log, () => import('./commands/log.ts'))
    .addOption(choiceOption('--level <level>', 'minimum level', ['error', 'warn', 'info', 'debug']).default('info'))
    .option('--limit <n>', 'number of most recent lines', integerOption(1, 1000), 100)
    .option('-f, --follow', 'follow new lines');
  const loadBackup = () => import('./commands/backup.ts');
  addApiCommand(program, 'backup [file]', COMMANDS.backup, loadBackup).option('--force', 'overwrite an existing file');
  addApiCommand(program, 'restore <file>', COMMANDS.restore, loadBackup, 'restore')
    .addOption(choiceOption('--part <item...>', 'items to restore (default: all)', GROUPS))
    .option('--preview', 'show the effects without restoring')
    .option('-y, --yes', 'skip confirmation; web origins also need --allow-origin')
    .option('--allow-origin <origin...>', 'allow a web origin of the backup');
}

/**
 * The flags of commands that declare them as fields; undefined if no word names such a command. The others start in
 * two thirds of the time without the schemas.
 */
export async function fieldFlagsFor(words: readonly string[]): Promise<FieldFlags | undefined> {
  const isNeeded = ['export', 'add', 'computed', 'set', 'start'].some((word) => words.includes(word));
  return isNeeded ? (await import('./field-flags.ts')).FIELD_FLAGS : undefined;
}

/** The program, also the source of the completions. @param fieldFlags as from `fieldFlagsFor` the words of the command line */
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
  const serve = addCommand(program, 'serve', COMMANDS.serve);
  for (const [flags, description] of SERVE_FLAGS) serve.option(flags, description);
  defineReading(program);
  defineExport(program, fieldFlags);
  defineImport(program);
  defineCorrecting(program);
  defineRun(program, fieldFlags);
  defineMqtt(program, fieldFlags);
  defineComputed(program, fieldFlags);
  defineDatabase(program, fieldFlags);
  defineService(program);
  const shells = new Argument('<shell>', 'shell to generate completions for').choices(SHELLS);
  const completion = addCommand(program, 'completion', COMMANDS.completion).addArgument(shells);
  runsModule(completion, () => import('./completion/scripts.ts'));
  return program;
}

/** Adds `mensura export` to the program. */
function defineExport(program: Command, fieldFlags: FieldFlags | undefined): void {
  const command = addApiCommand(program, 'export <target...>', COMMANDS.export, () => import('./commands/export.ts'))
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
}

/** Adds `mensura import` with its subcommands to the program. */
function defineImport(program: Command): void {
  const load = () => import('./commands/import.ts');
  const command = addApiCommand(program, 'import <file>', COMMANDS.import, load)
    .option(
      '--column <assignment>',
      'channel of a column: 2=usb/E24638/temperature, with a unit 2=usb/E24638/temperature:°F, or 2=none; repeatable',
      columnOption,
    )
    .option('--device <device>', 'device of columns without a serial number, such as usb/E24638')
    .option('--time-zone <zone>', 'IANA time zone of local times (default: of the heading, or of the computer)')
    .addOption(choiceOption('--date-order <order>', 'order of dates such as 03/04/2026', ['dmy', 'mdy']))
    .option('--preview', 'show what would be imported')
    .option('-y, --yes', 'skip confirmation');
  addApiCommand(command, 'list', 'List previews, and imports that can be undone', load, 'list').alias('ls');
  addApiCommand(command, 'undo <import>', 'Remove the readings that an import added', load, 'undo').option(
    '-y, --yes',
    'skip confirmation',
  );
}

/** Adds `mensura run` with its subcommands to the program. */
function defineRun(program: Command, fieldFlags: FieldFlags | undefined): void {
  const run = addCommand(program, 'run', COMMANDS.run);
  const load = () => import('./commands/run.ts');
  const start = addApiCommand(run, 'start <new-name>', 'Start a run', () => import('./commands/run-start.ts'), 'start')
    .requiredOption(
      '--channels <targets>',
      'channels or devices, separated by commas; with limits: E24638/temperature:2..8',
      runTargetsOption,
    )
    .option('--tag <word...>', 'tags to find the run by')
    .option('--before <time>', 'stored readings before the start that belong to the run, such as 30s', secondsOption)
    .option('--stop-after <time>', 'stop after a time, such as 3h', secondsOption)
    .option('--from <time>', 'add a finished run of stored readings from this time, such as -24h', timestampOption)
    .option('--to <time>', 'its end, exclusive (default: now)', timestampOption);
  for (const field of fieldFlags?.run ?? []) start.addOption(flagOf(field));
  addApiCommand(run, 'stop [run]', 'Stop an active run, by ID or name (default: the only one)', load, 'stop');
  addApiCommand(run, 'list', 'List runs', load, 'list')
    .alias('ls')
    .option('--search <words>', 'words of the name, operator, notes, tags or serial numbers')
    .option('--limit <n>', 'maximum number of runs, newest first', integerOption(1, 1000), 100);
  addApiCommand(run, 'show <run>', 'Show a run and its statistics', () => import('./commands/run-show.ts'), 'show');
  addApiCommand(run, 'report <run>', 'Save the report of a run as an HTML file', load, 'report')
    .option('-o, --output <file>', 'output file or folder; - for standard output (default: named after the run)')
    .option('--force', 'overwrite an existing file');
  addApiCommand(run, 'delete <run...>', 'Delete runs', load, 'remove')
    .alias('rm')
    .option('-y, --yes', 'skip confirmation');
}

/** Adds `mensura mqtt` with its subcommands to the program. */
function defineMqtt(program: Command, fieldFlags: FieldFlags | undefined): void {
  const mqtt = addCommand(program, 'mqtt', COMMANDS.mqtt);
  const load = () => import('./commands/mqtt.ts');
  addApiCommand(mqtt, 'ls', 'List MQTT clients', load, 'list');
  const add = addApiCommand(mqtt, 'add <id>', 'Add an MQTT client', load, 'add')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file (or set MENSURA_MQTT_PASSWORD)');
  for (const field of fieldFlags?.add ?? []) add.addOption(flagOf(field));
  const set = addApiCommand(mqtt, 'set <id>', 'Change an MQTT client', load, 'set')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file');
  for (const field of fieldFlags?.set ?? []) {
    const option = flagOf(field);
    set.addOption(option);
    if (field.kind === 'switch') set.addOption(oppositeOf(option));
  }
  addApiCommand(mqtt, 'rm <id...>', 'Delete MQTT clients', load, 'remove').option('-y, --yes', 'skip confirmation');
  addApiCommand(mqtt, 'test <id>', 'Test the connection to the broker', load, 'test');
}

/** Adds `mensura computed` with its subcommands to the program. */
function defineComputed(program: Command, fieldFlags: FieldFlags | undefined): void {
  const computed = addCommand(program, 'computed', COMMANDS.computed);
  const load = () => import('./commands/computed.ts');
  addApiCommand(computed, 'ls', 'List computed channels', load, 'list');
  addApiCommand(computed, 'show <id>', 'Show a computed channel, by ID or name', load, 'show');
  const add = addApiCommand(computed, 'add <name> <formula>', 'Add a computed channel', load, 'add');
  const set = addApiCommand(computed, 'set <id>', 'Change a computed channel', load, 'set');
  for (const field of fieldFlags?.computed ?? []) {
    set.addOption(flagOf({ ...field, default: undefined }));
    if (field.path !== 'name' && field.path !== 'formula') add.addOption(flagOf(field));
  }
  addApiCommand(computed, 'rm <id...>', 'Delete computed channels', load, 'remove').option(
    '-y, --yes',
    'skip confirmation',
  );
  addApiCommand(computed, 'reset <id>', 'Set the time integrals of a computed channel to 0', load, 'reset');
  addApiCommand(computed, 'test <formula>', 'Compute a formula once', load, 'test').option(
    '--max-age <ms>',
    'maximum age of an input in ms (default: 5000)',
    integerOption(100, 86_400_000),
  );
}

/** Adds `mensura database` with its subcommands to the program. */
function defineDatabase(program: Command, fieldFlags: FieldFlags | undefined): void {
  const database = addCommand(program, 'database', COMMANDS.database);
  const load = () => import('./commands/database.ts');
  addApiCommand(database, 'ls', 'List databases', load, 'list');
  const add = addApiCommand(database, 'add <new-name>', 'Add a database', load, 'add');
  const set = addApiCommand(database, 'set <name>', 'Change a database', load, 'set').option(
    '--enabled',
    'write to the database again',
  );
  for (const command of [add, set]) {
    command
      .option('--password-stdin', 'read the password from standard input')
      .option('--password-file <file>', 'read the password from a file (or set MENSURA_DATABASE_PASSWORD)')
      .option('--token-stdin', 'read the token from standard input')
      .option('--token-file <file>', 'read the token from a file (or set MENSURA_DATABASE_TOKEN)');
    const fields = (fieldFlags?.database ?? []).filter(({ path }) => command === set || path !== 'name');
    for (const field of fields) {
      const option = flagOf(field);
      command.addOption(option);
      // The opposite of `--disabled` is `--enabled`.
      if (command === set && field.kind === 'switch' && field.path !== 'enabled') set.addOption(oppositeOf(option));
    }
  }
  addApiCommand(database, 'rm <name...>', 'Delete databases', load, 'remove').option('-y, --yes', 'skip confirmation');
  addApiCommand(database, 'test <name>', 'Test the connection to the database', load, 'test');
}

/** Adds a command with its examples. @param usage its name and arguments: `get <serial> [channel]` */
function addCommand(parent: Command, usage: string, description: string): Command {
  const command = parent.command(usage).description(description);
  const above = parent.parent ? `${parent.parent.name()} ${parent.name()}` : parent.name();
  return command.addHelpText('after', formatExamples(`${above} ${command.name()}`));
}

/** Makes a command run a function of a module, which is loaded only then. */
function runsModule<Name extends string = 'run'>(
  command: Command,
  load: () => Promise<{ [Key in NoInfer<Name>]: Run }>,
  name = 'run' as Name,
): Command {
  return command.action(async () => {
    const { [name]: run } = await load();
    await run({ words: command.processedArgs, options: command.optsWithGlobals() } as never);
  });
}

/** Adds a command that connects to the service, with the flags of all of these. */
function addApiCommand<Name extends string = 'run'>(
  parent: Command,
  usage: string,
  description: string,
  load: () => Promise<{ [Key in NoInfer<Name>]: Run }>,
  name?: Name,
): Command {
  return runsModule(addCommand(parent, usage, description), load, name)
    .option('--json', 'print JSON')
    .option('--url <address>', 'service address (env: MENSURA_URL)')
    .option('--data-dir <folder>', 'data folder of the service (env: MENSURA_DATA_DIR)');
}
