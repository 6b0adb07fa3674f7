/** Applies readings to a device as the service itself would show it. */
import type { AppDevice, ReadingsEvent, Value } from '../../../service/contract/index.ts';

/** Readings since the last update of a device, newest per channel. */
export interface PendingReadings {
  /** Timestamp of the newest, from the service. */
  timestamp: string;
  /** Number of sample sets. */
  samplings: number;
  values: Map<string, Value | null>;
}

/** Until the service sends the reason. */
const NO_VALID_READING = 'no valid reading';

/** Adds a sample set. */
export function addPending(pending: PendingReadings | undefined, event: ReadingsEvent): PendingReadings {
  const sum = pending ?? { timestamp: event.timestamp, samplings: 0, values: new Map<string, Value | null>() };
  sum.timestamp = event.timestamp;
  sum.samplings += 1;
  for (const [label, { magnitude, unit }] of Object.entries(event.values)) {
    sum.values.set(label, magnitude === null ? null : { magnitude, timestamp: event.timestamp, unit });
  }
  return sum;
}

/** Returns a new device. */
export function applyPending(device: AppDevice, pending: PendingReadings): AppDevice {
  const channels = { ...device.device.channels };
  const reasons = { ...device.reasons };
  for (const [label, value] of pending.values) {
    const channel = channels[label];
    if (!channel) continue;
    channels[label] = { period_ms: channel.period_ms, value };
    if (value) delete reasons[label];
    // "No data" and "not measured yet" no longer apply; any other reason comes from the sensor.
    else if (channel.value || device.state === 'silent' || device.state === 'starting') {
      reasons[label] = NO_VALID_READING;
    }
  }
  return {
    ...device,
    state: Object.values(channels).some(({ value }) => value) ? 'measuring' : 'failing',
    last_reading: pending.timestamp,
    reasons,
    counters: { ...device.counters, samplings: device.counters.samplings + pending.samplings },
    device: { ...device.device, channels },
  };
}

/** Without values: an old value must never look current. */
export function withoutValues(device: AppDevice, reason: string): AppDevice {
  const channels = Object.entries(device.device.channels);
  return {
    ...device,
    reasons: Object.fromEntries(channels.map(([label]) => [label, reason])),
    device: {
      ...device.device,
      channels: Object.fromEntries(channels.map(([label, { period_ms }]) => [label, { period_ms, value: null }])),
    },
  };
}
