/** Applies changed settings to a running service, except for the port. */
import type { Settings } from '../contract/index.ts';
import type { DiscoverySwitch } from '../discovery/discovery.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { LogLevel } from '../support/logger.ts';
import type { SimulatedDevices, Simulation } from './simulated-devices.ts';

export interface SettingsEffectsOptions {
  options: Pick<ServiceOptions, 'overridden' | 'simulate' | 'simulatePeriodMs'>;
  simulated: Pick<SimulatedDevices, 'change'>;
  discovery: Pick<DiscoverySwitch, 'change'>;
  setLogLevel(level: LogLevel): void;
  /** The common pressure at sea level has changed. */
  reportSeaLevelPressure(): void;
}

const SIMULATION = ['simulate', 'simulate_usb', 'simulate_gateway', 'simulate_period'] as const;

/** The simulation at the start, after flags and variables. */
export function initialSimulation({
  simulate,
  simulatePeriodMs,
}: SettingsEffectsOptions['options']): Simulation | undefined {
  return simulate && { ...simulate, periodMs: simulatePeriodMs };
}

/** Sampling period of simulated devices without a period of their own, in milliseconds. */
export function simulatedPeriod(
  { simulate_period: set }: Settings,
  { overridden, simulatePeriodMs }: SettingsEffectsOptions['options'],
): number {
  return overridden.simulate_period === undefined ? set : simulatePeriodMs;
}

/** The simulation from the settings, unless overridden. */
function simulationOf(settings: Settings, options: SettingsEffectsOptions['options']): Simulation | undefined {
  const { overridden, simulate } = options;
  const isWanted = overridden.simulate === undefined ? settings.simulate : simulate !== undefined;
  if (!isWanted) return undefined;
  const { simulate_usb: usb, simulate_gateway: gateway } = settings;
  return {
    ...(overridden.simulate_usb !== undefined && simulate ? simulate : { usb, gateway }),
    periodMs: simulatedPeriod(settings, options),
  };
}

/** @returns applies changes; resolves when they apply */
export function createSettingsApplier({
  options,
  simulated,
  discovery,
  setLogLevel,
  reportSeaLevelPressure,
}: SettingsEffectsOptions): (before: Settings, after: Settings) => Promise<void> {
  return async (before, after) => {
    const isNew = (name: keyof Settings): boolean =>
      options.overridden[name] === undefined && before[name] !== after[name];
    if (isNew('log_level')) setLogLevel(after.log_level);
    if (SIMULATION.some(isNew)) await simulated.change(simulationOf(after, options));

    if (isNew('sea_level_pressure_pa')) reportSeaLevelPressure();
    if (isNew('discovery')) await discovery.change(after.discovery);
  };
}
