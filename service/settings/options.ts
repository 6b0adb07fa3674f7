/**
 * The options of a run. Flags override the environment, which overrides the settings file, which overrides defaults.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../contract/index.ts';
import { parseWith } from '../support/json-file.ts';
import type { LogLevel } from '../support/logger.ts';
import { locateDataFolder } from './data-location.ts';
import {
  type CommandLineOptions,
  type OverriddenSettings,
  readEnvironment,
  readFlags,
  type SimulatedCounts,
} from './flags.ts';

export const SETTINGS_FILE = 'settings.json';

export interface ServiceOptions {
  /** The TCP port on loopback; 0 selects any free one. */
  port: number;
  dataDir: string;
  /** Number of simulated devices; undefined for none. */
  simulate: SimulatedCounts | undefined;
  /** Sampling period of simulated devices, in milliseconds. */
  simulatePeriodMs: number;
  simulateSeed: number;
  /** Whether simulated devices report occasional sensor errors. */
  simulateFaults: boolean;
  simulatePublish: boolean;
  /** Ports from the command line or the environment; those of the settings file are added at the start. */
  serialPorts: string[];
  headless: boolean;
  /** Whether to find other Mensura installations on the local network, and be found. */
  discovery: boolean;
  /** What other accounts of this computer may not use. */
  refuseOtherUsers: Settings['refuse_other_users'];
  logLevel: LogLevel;
  /** The flag or variable behind each option that is not from the settings. */
  overridden: OverriddenSettings;
}

export interface OptionSources {
  /** The arguments after the program's name. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Matches flags of the desktop runtime, which are ignored. */
  tolerate?: (flag: string) => boolean;
}

/** A damaged file counts as empty here; the settings store later sets it aside and reports it. */
function peekSettings(dataDir: string): Settings {
  let text = '{}';
  try {
    text = readFileSync(join(dataDir, SETTINGS_FILE), 'utf8');
  } catch {
    // No settings yet, or an unreadable file, which the store reports.
  }
  const parsed = parseWith(settingsSchema, text);
  return 'value' in parsed ? parsed.value : settingsSchema.parse({});
}

function simulatedCounts(given: CommandLineOptions['simulate'], settings: Settings): SimulatedCounts | undefined {
  const wanted = given ?? settings.simulate;
  if (wanted === false) return undefined;
  return wanted === true ? { usb: settings.simulate_usb, gateway: settings.simulate_gateway } : wanted;
}

/** Counts given with `--simulate` also override those of the settings. */
function overriddenOf({ overridden, simulate }: CommandLineOptions): OverriddenSettings {
  const from = overridden.simulate;
  if (typeof simulate !== 'object' || from === undefined) return overridden;
  return { ...overridden, simulate_usb: from, simulate_gateway: from };
}

/**
 * Reads all sources.
 * @throws MensuraError `usage` naming the invalid flag or variable; `data-folder-unusable` without the chosen folder
 */
export function parseOptions({ argv, env, tolerate }: OptionSources): ServiceOptions {
  const [fromEnvironment, fromFlags] = [readEnvironment(env), readFlags(argv, tolerate)];
  const given = {
    ...fromEnvironment,
    ...fromFlags,
    overridden: { ...fromEnvironment.overridden, ...fromFlags.overridden },
  };
  const dataDir = locateDataFolder(given.dataDir, env);
  const settings = peekSettings(dataDir);
  return {
    port: given.port ?? settings.port,
    dataDir,
    simulate: simulatedCounts(given.simulate, settings),
    simulatePeriodMs: given.simulatePeriodMs ?? settings.simulate_period,
    simulateSeed: given.simulateSeed ?? randomInt(2 ** 32),
    simulateFaults: given.simulateFaults ?? true,
    simulatePublish: given.simulatePublish ?? settings.simulate_publish,
    serialPorts: given.serialPorts ?? [],
    headless: given.headless ?? false,
    discovery: given.discovery ?? settings.discovery,
    refuseOtherUsers: given.refuseOtherUsers ?? settings.refuse_other_users,
    logLevel: (given.logLevel ?? settings.log_level) as LogLevel,
    overridden: overriddenOf(given),
  };
}
