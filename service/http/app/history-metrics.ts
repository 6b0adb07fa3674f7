import type { HistoryStorage } from '../../contract/index.ts';
import type { Metric } from './metric.ts';

export function historyMetrics(history: HistoryStorage): Metric[] {
  const figure = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name: `mensura_history_${name}`,
    type,
    help,
    samples: [[{}, value]],
  });
  const isKept = Number(history.state === 'recording');
  return [
    figure('recording', 'gauge', '1 if readings are stored; 0 if recording is off or waiting for the disk.', isKept),
    figure('stored_total', 'counter', 'Readings stored since the start.', history.stored_total),
    figure('dropped_total', 'counter', 'Readings discarded since the start.', history.dropped_total),
    figure('pending', 'gauge', 'Readings waiting to be stored.', history.pending),
    figure('bytes', 'gauge', 'Size of the history on disk in bytes.', history.bytes),
    figure('lag_seconds', 'gauge', 'Delay of the latest commit after its oldest reading.', history.lag_ms / 1000),
  ];
}
