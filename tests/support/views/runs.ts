/** Runs and automatic runs as the app API shows them, for tests that need a certain one. */
import type { Run, RunChannel, RunChannelStatistics, RunPlan, RunPlanInput } from '../../../service/contract/index.ts';

export function runChannel(channel: string, limits: Partial<RunChannel> = {}): RunChannel {
  return { family: 'usb', serial: 'E1', channel, low: null, high: null, ...limits };
}

/** A finished run of three hours unless said otherwise. */
export function runOf(facts: Partial<Run> = {}): Run {
  const from = facts.from ?? '2026-11-20T09:00:00.000Z';
  return {
    id: 1,
    name: 'Batch 12',
    channels: [runChannel('temperature', { low: 2, high: 8 }), runChannel('relative_humidity')],
    operator: 'A. Rossi',
    notes: '',
    tags: ['cold room'],
    from,
    to: '2026-11-20T12:00:00.000Z',
    started: from,
    stop_at: null,
    plan: null,
    attachments: [],
    ...facts,
  };
}

/** An automatic run on request unless said otherwise, which has not started any. */
export function planOf(plan: Partial<RunPlanInput> = {}, facts: Partial<RunPlan> = {}): RunPlan {
  return {
    id: 'p00000001',
    plan: {
      name: 'Batch {n} of {date}',
      channels: [runChannel('temperature', { low: 2, high: 8 })],
      operator: 'A. Rossi',
      notes: '',
      tags: ['cold room'],
      enabled: true,
      start: { kind: 'request' },
      pre_trigger_s: 0,
      stop_after_s: null,
      stop_when_over: false,
      ...plan,
    },
    last_started: null,
    active_run: null,
    error: null,
    ...facts,
  };
}

/** Of a channel with limits, whose readings cover a thousand seconds. */
export function channelStatistics(facts: Partial<RunChannelStatistics> = {}): RunChannelStatistics {
  return {
    family: 'usb',
    serial: 'E1',
    channel: 'temperature',
    unit: '°C',
    count: 10_800,
    failed: 3,
    gaps: 2,
    min: -1.5,
    max: 8.25,
    mean: 5.0625,
    standard_deviation: 0.5,
    resolution_ms: 0,
    first: null,
    last: null,
    area: 5062.5,
    covered_ms: 1_000_000,
    area_missing: null,
    low: 2,
    high: 8,
    outside_ms: 200_000,
    mean_kinetic_temperature: 5.5,
    ...facts,
  };
}
