/**
 * Instruments behind a SensGate, asked over HTTP (hardware facts, 2). Written from what is documented, which is the
 * address of the devices and that the answer keeps to the serial protocol's lines: everything beyond that is assumed,
 * and nothing was tried with the hardware.
 */
import type { SensgateConfig } from '../../../contract/index.ts';
import type { AdapterKind } from '../parts.ts';
import { DEFAULT_TIMING, type SensgateOptions } from './options.ts';
import { SensgateAdapter } from './sensgate-adapter.ts';
import { trySensgate } from './trial.ts';

/** Makes adapters for SensGates. The gateway's own sampling period is not ours to set: they have no `setPeriod`. */
export function createSensgateKind({ random = Math.random, ...options }: SensgateOptions): AdapterKind<SensgateConfig> {
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  return {
    create: (_id, config) => new SensgateAdapter({ ...options, random, timing, config }),
    test: (config, signal) => trySensgate(config, { clock: options.clock, timing, signal }),
  };
}
