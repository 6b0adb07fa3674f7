/** What changed settings do to a service that runs, apart from the port. */
import type { Settings } from '../contract/index.ts';
import type { DiscoverySwitch } from '../discovery/discovery-switch.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { LogLevel } from '../support/logger.ts';
import type { SimulatedInstruments, Simulation } from './simulated-instruments.ts';

export interface SettingsEffectsOptions {
  options: Pick<ServiceOptions, 'overridden' | 'simulate' | 'simulatePeriodMs'>;
  simulated: Pick<SimulatedInstruments, 'change'>;
  discovery: Pick<DiscoverySwitch, 'change'>;
  setLogLevel(level: LogLevel): void;
}

const SIMULATION = ['simulate', 'simulate_usb', 'simulate_gateway', 'simulate_period'] as const;

/** What is simulated at the start: flags and variables have been looked at. */
export function initialSimulation({
  simulate,
  simulatePeriodMs,
}: SettingsEffectsOptions['options']): Simulation | undefined {
  return simulate && { ...simulate, periodMs: simulatePeriodMs };
}

/** How often simulated instruments sample where none is set for one, in milliseconds. */
export function simulatedPeriod(
  { simulate_period: set }: Settings,
  { overridden, simulatePeriodMs }: SettingsEffectsOptions['options'],
): number {
  return overridden.simulate_period === undefined ? set : simulatePeriodMs;
}

/** What settings say is to be simulated, behind what was said by flag or variable. */
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

/** @returns lets what changed have its effect; resolves when it has */
export function createSettingsApplier({
  options,
  simulated,
  discovery,
  setLogLevel,
}: SettingsEffectsOptions): (before: Settings, after: Settings) => Promise<void> {
  return async (before, after) => {
    const isNew = (name: keyof Settings): boolean =>
      options.overridden[name] === undefined && before[name] !== after[name];
    if (isNew('log_level')) setLogLevel(after.log_level);
    if (SIMULATION.some(isNew)) await simulated.change(simulationOf(after, options));
    if (isNew('discovery')) await discovery.change(after.discovery);
  };
}
