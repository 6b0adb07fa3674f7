/** What a run is to do: flags before environment before settings file before defaults. */
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

/** The name of the settings file in the data folder. */
export const SETTINGS_FILE = 'settings.json';

/** Everything a run needs to know before it begins. */
export interface ServiceOptions {
  /** The TCP port on loopback; 0 takes any free one. */
  port: number;
  dataDir: string;
  /** How many devices to simulate; undefined for none. */
  simulate: SimulatedCounts | undefined;
  /** Sampling period of simulated devices, in milliseconds. */
  simulatePeriodMs: number;
  simulateSeed: number;
  /** Whether simulated devices have sensor errors now and then. */
  simulateFaults: boolean;
  simulatePublish: boolean;
  /** Ports named on the command line or in the environment; those of the settings file are added at start. */
  serialPorts: string[];
  headless: boolean;
  /** Whether Mensuras on the local network are found, and find this one. */
  discovery: boolean;
  /** What is refused to other users of this computer. */
  refuseOtherUsers: Settings['refuse_other_users'];
  logLevel: LogLevel;
  /** Where each of these came from that did not come from the settings. */
  overridden: OverriddenSettings;
}

export interface OptionSources {
  /** The words after the program's name. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Flags of somebody else, to be passed over. */
  tolerate?: (flag: string) => boolean;
}

/** A damaged file counts as empty here; the settings store sets it aside and says so once the folder is ours. */
function peekSettings(dataDir: string): Settings {
  let text = '{}';
  try {
    text = readFileSync(join(dataDir, SETTINGS_FILE), 'utf8');
  } catch {
    // No settings yet, or none that can be read: the store reports the latter.
  }
  const parsed = parseWith(settingsSchema, text);
  return 'value' in parsed ? parsed.value : settingsSchema.parse({});
}

function simulatedCounts(given: CommandLineOptions['simulate'], settings: Settings): SimulatedCounts | undefined {
  const wanted = given ?? settings.simulate;
  if (wanted === false) return undefined;
  return wanted === true ? { usb: settings.simulate_usb, gateway: settings.simulate_gateway } : wanted;
}

/** Counts that were said with `--simulate` stand before those of the settings too. */
function overriddenOf({ overridden, simulate }: CommandLineOptions): OverriddenSettings {
  const from = overridden.simulate;
  if (typeof simulate !== 'object' || from === undefined) return overridden;
  return { ...overridden, simulate_usb: from, simulate_gateway: from };
}

/**
 * Reads all sources.
 * @throws MensuraError `usage` naming the flag or variable that is wrong; `data-folder-unusable` where the folder that
 * the user chose is gone
 */
export function parseOptions({ argv, env, tolerate }: OptionSources): ServiceOptions {
  const [said, flagged] = [readEnvironment(env), readFlags(argv, tolerate)];
  const given = { ...said, ...flagged, overridden: { ...said.overridden, ...flagged.overridden } };
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
