import { Argument, Command } from 'commander';
import type { BackupGroup } from '../contract/maintenance.ts';
import { APP_VERSION_TEXT } from '../contract/version.ts';
import { COMMANDS, type CommandName } from './commands-list.ts';
import type { Shell } from './completion/scripts.ts';
import type { FieldFlags } from './field-flags.ts';
import {
  choiceOption,
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
  correct: [
    'mensura correct E24638 temperature --point 20.1=20.0 --point 60.4=60.0 --date 2026-11-01 --due 2027-11-01',
    'mensura correct E24638 temperature --off',
    'mensura correct E24638 temperature',
    'mensura correct E24638 temperature --remove',
  ],
  run: [
    'mensura run start "Batch 12" --channels E24638/temperature:2..8,E24638/relative_humidity --before 30',
    'mensura run list --search batch',
    'mensura run stop "Batch 12"',
    'mensura run show "Batch 12"',
    'mensura run report "Batch 12"',
    'mensura run delete "Batch 12" --yes',
    'mensura run start "Last hour" --channels E24638 --from -1h --tag "cold room"',
  ],
  mqtt: [
    'mensura mqtt add lab --host 127.0.0.1 --port 1883',
    'mensura mqtt add plant --host 127.0.0.1 --port 8883 --ssl --user plant --password-file secret.txt',
    'mensura mqtt set lab --interval 60 --interval-value mean --channels only --channel-list temperature',
    'mensura mqtt ls',
    'mensura mqtt test lab',
    'mensura mqtt rm lab plant --yes',
  ],
  computed: [
    'mensura computed add "Dew point margin" "[usb/E24638/temperature] - [usb/E24638/dew_point]" --unit °C',
    'mensura computed ls',
    'mensura computed set "Dew point margin" --decimals 1 --max-age 10000',
    'mensura computed test "mean_over([usb/E24638/temperature], 10 * minute)"',
    'mensura computed rm "Dew point margin" --yes',
  ],
  database: [
    'mensura database add Plant --kind influxdb1 --server http://localhost:8086 --database plant',
    'mensura database add Cloud --kind influxdb2 --server http://localhost:8086 --bucket readings --token-file secret.txt',
    'mensura database set Plant --interval 60 --interval-value mean',
    'mensura database ls',
    'mensura database test Plant',
    'mensura database rm Plant Cloud --yes',
  ],
  status: ['mensura status', 'mensura status --json'],
  alarms: [
    'mensura alarms',
    'mensura alarms ack --all',
    'mensura alarms ack --all --by "A. Miller" --comment "Door closed."',
  ],
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
