/**
 * Reads instruments on a SensGate over HTTP. Only the address and the line format are documented; the rest is assumed
 * and untested with the hardware (docs/hardware.md#sensgate).
 */
import type { SensgateConfig } from '../../../contract/index.ts';
import type { AdapterKind } from '../types.ts';
import { testSensgate } from './connection-test.ts';
import { DEFAULT_TIMING, type SensgateOptions } from './options.ts';
import { SensgateAdapter } from './sensgate-adapter.ts';

/** Makes adapters for SensGates. The gateway's own sampling period is not ours to set: they have no `setPeriod`. */
export function createSensgateKind({ random = Math.random, ...options }: SensgateOptions): AdapterKind<SensgateConfig> {
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  return {
    create: (_id, config) => new SensgateAdapter({ ...options, random, timing, config }),
    test: (config, signal) => testSensgate(config, { clock: options.clock, timing, signal }),
  };
}
