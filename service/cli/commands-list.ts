/**
 * The sub-commands of `mensura` as data: the program is built of it, and the packages' wrapper, which starts the desktop
 * app for every other word.
 */

/** Each sub-command with what it does, in one line. */
export const COMMANDS = {
  serve: 'Run the service without a window',
  devices: 'List the instruments',
  get: 'Print the latest values of an instrument, or one value alone',
  watch: 'Print readings as they are measured',
  export: 'Write what was measured to a file',
  mqtt: 'List, add, remove and test MQTT clients',
  status: 'Tell how the service fares',
  alarms: 'List alarms, or acknowledge them',
  log: 'Print the log of the service',
  backup: 'Write all settings to a file',
  restore: 'Restore a backup, or say what that would do',
  completion: 'Print the completions for a shell',
} as const;

/** The name of a sub-command. */
export type CommandName = keyof typeof COMMANDS;

/** What the completions of a shell call. It is not told of in the help. */
export const COMPLETE_COMMAND = '__complete';

/** The first words that mean the command line rather than the desktop app. */
export const COMMAND_LINE_WORDS: readonly string[] = [
  ...Object.keys(COMMANDS),
  COMPLETE_COMMAND,
  'help',
  '--help',
  '-h',
  '--version',
  '-V',
];
