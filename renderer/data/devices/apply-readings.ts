/** Applies readings to a device as the service itself would show it. */
import type { AppDevice, ReadingsEvent, Value } from '../../../service/contract/index.ts';

/** Readings that arrived since a device was last brought up to date, newest per channel. */
export interface PendingReadings {
  /** When the newest of them arrived, as the service says. */
  timestamp: string;
  /** How many sampling moments they come from. */
  samplings: number;
  values: Map<string, Value | null>;
}

/** Shown for a channel that turned invalid until the service gives its reason. */
const NO_VALID_READING = 'no valid reading';

/** Adds one sampling moment to what is pending. */
export function addPending(pending: PendingReadings | undefined, event: ReadingsEvent): PendingReadings {
  const sum = pending ?? { timestamp: event.timestamp, samplings: 0, values: new Map<string, Value | null>() };
  sum.timestamp = event.timestamp;
  sum.samplings += 1;
  for (const [label, { magnitude, unit }] of Object.entries(event.values)) {
    sum.values.set(label, magnitude === null ? null : { magnitude, timestamp: event.timestamp, unit });
  }
  return sum;
}

/** The device with the pending readings in it; the one given is not changed. */
export function applyPending(device: AppDevice, pending: PendingReadings): AppDevice {
  const channels = { ...device.device.channels };
  const reasons = { ...device.reasons };
  for (const [label, value] of pending.values) {
    const channel = channels[label];
    if (!channel) continue;
    channels[label] = { period_ms: channel.period_ms, value };
    if (value) delete reasons[label];
    // "No data" and "not measured yet" have just stopped being true; any other reason is the sensor's own.
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

/** The device without any value, for one reason: an old value never passes for a new one. */
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
