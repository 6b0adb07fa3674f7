/** Each command with its description. The packages' wrapper scripts start the desktop app for every other word. */
export const COMMANDS = {
  serve: 'Run the service without a window',
  devices: 'List devices',
  get: "Print a device's latest readings, or one value",
  watch: 'Print readings as they arrive',
  export: 'Export stored readings to a file',
  import: 'Import readings from a CSV file, list and undo imports',
  correct: 'Show or change the correction of a channel',
  run: 'Start, stop, list, show and delete runs',
  mqtt: 'List, add, delete and test MQTT clients',
  computed: 'List, add, change, try and delete computed channels',
  database: 'List, add, change, delete and test databases',
  status: 'Show service status',
  alarms: 'List and acknowledge alarms, and snooze alarm rules',
  log: 'Print the service log',
  backup: 'Back up all settings to a file',
  restore: 'Restore a backup, or preview its effects',
  completion: 'Print shell completions',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Called by the shell completions; not in the help. */
export const COMPLETE_COMMAND = '__complete';

/** First words that select the command line instead of the desktop app. */
export const COMMAND_LINE_USAGE: readonly string[] = [
  ...Object.keys(COMMANDS),
  COMPLETE_COMMAND,
  'help',
  '--help',
  '-h',
  '--version',
  '-V',
];
