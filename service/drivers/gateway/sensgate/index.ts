/**
 * Reads devices on a SensGate over HTTP. Only the address and the line format are documented; the rest is assumed and
 * untested with the hardware (docs/hardware.md#sensgate).
 */
import type { GatewayTestResult, SensgateConfig } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import { counted } from '../../../support/counted.ts';
import type { AdapterKind } from '../types.ts';
import { toGatewayError } from './failure.ts';
import { DEFAULT_TIMING, MAX_DEVICES, type SensgateOptions, type SensgateTiming } from './options.ts';
import type { ParsedResponse } from './parse-response.ts';
import { pollDevices } from './poll-devices.ts';
import { responseTimeout } from './polling-schedule.ts';
import { createAgent } from './send-request.ts';
import { SensgateAdapter } from './sensgate-adapter.ts';

/** Most serial numbers in a test result. */
const MOST_NAMED = 100;

/** Never throws for errors of a gateway or the network. */
async function testSensgate(
  config: SensgateConfig,
  clock: Clock,
  timing: SensgateTiming,
  signal: AbortSignal,
): Promise<GatewayTestResult> {
  const began = clock.monotonic();
  const agent = createAgent();
  const limitMs = responseTimeout(config.period_ms, timing);
  const tried = await pollDevices({ config, agent, limitMs, clock, signal });
  agent.destroy();
  const rest = { duration_ms: Math.round(clock.monotonic() - began), notes: [], unknown_answer: null, instruments: [] };
  if (tried.kind === 'aborted') return { ok: false, text: 'The test was canceled.', error: null, ...rest };
  if (tried.kind === 'failed') {
    const error = toGatewayError(tried.failure, clock.now());
    return { ok: false, text: error.text, error, ...rest, unknown_answer: tried.unknown };
  }
  const serials = tried.answer.devices.map(({ serial }) => serial);
  const found = serials.length === 0 ? 'no devices' : counted(serials.length, 'device');
  const text = `Connected to port ${config.port} of ${config.host}. Found ${found}.`;
  const notes = notesOn(tried.answer);
  return { ok: true, text, error: null, ...rest, notes, instruments: serials.slice(0, MOST_NAMED) };
}

/** Remarks on a successful test. */
function notesOn({ devices, broken, isCut }: ParsedResponse): string[] {
  const notes: string[] = [];
  if (devices.length === 0)
    notes.push('The response lists no devices, so Mensura cannot confirm that this is a SensGate.');
  if (broken.size > 0) notes.push(`Damaged lines are ignored: ${[...broken].slice(0, 10).join(', ')}.`);
  if (isCut) notes.push('The response is too large; the rest is ignored.');
  if (devices.length > MAX_DEVICES) notes.push(`Showing ${MAX_DEVICES} of ${devices.length} devices.`);
  return notes;
}

/** Creates adapters for SensGates. They have no `setPeriod`: Mensura cannot set the gateway's own sampling period. */
export function createSensgateKind({ random = Math.random, ...options }: SensgateOptions): AdapterKind<SensgateConfig> {
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  return {
    create: (_id, config) => new SensgateAdapter({ ...options, random, timing, config }),
    test: (config, signal) => testSensgate(config, options.clock, timing, signal),
  };
}
