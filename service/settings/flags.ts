/** Flags and environment variables (table in docs/headless.md), strictly validated. */
import type { Settings } from '../contract/index.ts';
import { MensuraError } from '../support/errors.ts';

/** Number of simulated devices, per family. */
export interface SimulatedCounts {
  usb: number;
  gateway: number;
}

/** By setting, the flag or variable that overrides it in this run. */
export type OverriddenSettings = Partial<Record<keyof Settings, string>>;

/** The values given on the command line or in the environment; undefined if not given. */
export interface CommandLineOptions {
  port?: number;
  dataDir?: string;
  /** False: none, explicitly. True: as many as the settings have. */
  simulate?: SimulatedCounts | boolean;
  simulatePeriodMs?: number;
  simulateSeed?: number;
  simulateFaults?: boolean;
  simulatePublish?: boolean;
  serialPorts?: string[];
  headless?: boolean;
  discovery?: boolean;
  refuseOtherUsers?: Settings['refuse_other_users'];
  logLevel?: string;
  overridden: OverriddenSettings;
}

interface FlagRule {
  flag: string;
  env?: string;
  /** `value`: takes a value, after `=` or as the next argument. `optional`: only after `=`. `none`: no value. */
  takes: 'value' | 'optional' | 'none';
  /** The setting that it overrides, if any. */
  setting?: keyof Settings;
  /** Parses the text into the options; `name` is as the user wrote it, for errors. */
  read(options: CommandLineOptions, text: string, name: string): void;
}

function usage(message: string): MensuraError {
  return new MensuraError('usage', message);
}

function wholeNumber(text: string, name: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw usage(`${name} requires a whole number from ${min} to ${max}; got "${text}".`);
  }
  return number;
}

function yesNo(text: string, name: string): boolean {
  if (['', '1', 'true', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return false;
  throw usage(`${name} must be true or false; got "${text}".`);
}

function simulate(text: string, name: string): SimulatedCounts | boolean {
  if (['', 'true', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return false;
  const counts = /^(\d{1,5})(?:x(\d{1,5}))?$/.exec(text);
  if (!counts) throw usage(`${name} requires U or UxG, such as ${name}=5x2; got "${text}".`);
  const [, usb, gateway = '0'] = counts;
  return { usb: wholeNumber(usb ?? '', name, 0, 10_000), gateway: wholeNumber(gateway, name, 0, 10_000) };
}

/** Windows port names contain no colon, Unix paths no semicolon in practice, so either may separate. */
function portList(text: string): string[] {
  return text.split(/[:;]/).filter((path) => path !== '');
}

const REFUSABLE = ['nothing', 'writes', 'everything'] as const satisfies readonly Settings['refuse_other_users'][];

const RULES: readonly FlagRule[] = [
  {
    flag: '--port',
    env: 'MENSURA_PORT',
    setting: 'port',
    takes: 'value',
    read: (options, text, name) => (options.port = wholeNumber(text, name, 0, 65_535)),
  },
  {
    flag: '--data-dir',
    env: 'MENSURA_DATA_DIR',
    takes: 'value',
    read: (options, text) => (options.dataDir = text),
  },
  {
    flag: '--simulate',
    env: 'MENSURA_SIMULATE',
    setting: 'simulate',
    takes: 'optional',
    read: (options, text, name) => (options.simulate = simulate(text, name)),
  },
  { flag: '--no-simulate', setting: 'simulate', takes: 'none', read: (options) => (options.simulate = false) },
  {
    flag: '--simulate-period',
    env: 'MENSURA_SIMULATE_PERIOD',
    setting: 'simulate_period',
    takes: 'value',
    read: (options, text, name) => (options.simulatePeriodMs = wholeNumber(text, name, 10, 60_000)),
  },
  {
    flag: '--simulate-seed',
    env: 'MENSURA_SIMULATE_SEED',
    takes: 'value',
    read: (options, text, name) => (options.simulateSeed = wholeNumber(text, name, 0, 4_294_967_295)),
  },
  {
    flag: '--simulate-faults',
    env: 'MENSURA_SIMULATE_FAULTS',
    takes: 'optional',
    read: (options, text, name) => (options.simulateFaults = yesNo(text, name)),
  },
  {
    flag: '--simulate-publish',
    env: 'MENSURA_SIMULATE_PUBLISH',
    setting: 'simulate_publish',
    takes: 'optional',
    read: (options, text, name) => (options.simulatePublish = yesNo(text, name)),
  },
  {
    flag: '--serial-port',
    takes: 'value',
    read: (options, text) => (options.serialPorts = [...(options.serialPorts ?? []), text]),
  },
  {
    flag: '--headless',
    env: 'MENSURA_HEADLESS',
    takes: 'optional',
    read: (options, text, name) => (options.headless = yesNo(text, name)),
  },
  {
    flag: '--discovery',
    env: 'MENSURA_DISCOVERY',
    setting: 'discovery',
    takes: 'optional',
    read: (options, text, name) => (options.discovery = yesNo(text, name)),
  },
  {
    flag: '--refuse-other-users',
    env: 'MENSURA_REFUSE_OTHER_USERS',
    setting: 'refuse_other_users',
    takes: 'value',
    read: (options, text, name) => {
      const refused = REFUSABLE.find((arg) => arg === text);
      if (!refused) throw usage(`${name} must be nothing, writes or everything; got "${text}".`);
      options.refuseOtherUsers = refused;
    },
  },
  {
    flag: '--log-level',
    env: 'MENSURA_LOG_LEVEL',
    setting: 'log_level',
    takes: 'value',
    read: (options, text, name) => {
      if (!['error', 'warn', 'info', 'debug'].includes(text)) {
        throw usage(`${name} must be error, warn, info or debug; got "${text}".`);
      }
      options.logLevel = text;
    },
  },
];

/** @param name as the user wrote it */
function applyFlag({ setting, read }: FlagRule, options: CommandLineOptions, text: string, name: string): void {
  read(options, text, name);
  if (setting) options.overridden[setting] = name;
}

/** @throws MensuraError `usage` naming the variable */
export function readEnvironment(env: NodeJS.ProcessEnv): CommandLineOptions {
  const options: CommandLineOptions = { overridden: {} };
  for (const rule of RULES) {
    const { env: name } = rule;
    const text = name && env[name];
    // Shells and service files unset a variable by setting it to an empty string.
    if (name && text) applyFlag(rule, options, text, name);
  }
  const ports = env['MENSURA_SERIAL_PORTS'];
  if (ports) options.serialPorts = portList(ports);
  return options;
}

/**
 * Reads the command line.
 * @param args the arguments after the program's name
 * @param tolerate matches flags of the desktop runtime, which are ignored
 * @throws MensuraError `usage` naming the flag
 */
export function readFlags(
  args: readonly string[],
  tolerate: (flag: string) => boolean = () => false,
): CommandLineOptions {
  const options: CommandLineOptions = { overridden: {} };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [flag = '', ...rest] = arg.split('=');
    const inline = arg.includes('=') ? rest.join('=') : undefined;
    const rule = RULES.find((candidate) => candidate.flag === flag);
    if (!rule) {
      if (tolerate(arg)) continue;
      throw usage(`Unknown flag "${arg}". Available: ${RULES.map((known) => known.flag).join(', ')}.`);
    }
    if (rule.takes === 'none' && inline !== undefined) throw usage(`${flag} does not accept a value.`);
    if (rule.takes === 'value' && inline === undefined) {
      const next = args[index + 1];
      if (next === undefined || next === '') throw usage(`${flag} requires a value.`);
      index += 1;
      applyFlag(rule, options, next, flag);
    } else {
      if (rule.takes === 'value' && inline === '') throw usage(`${flag} requires a value.`);
      applyFlag(rule, options, inline ?? '', flag);
    }
  }
  return options;
}
