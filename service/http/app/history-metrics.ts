/** What Prometheus is told of the history. */
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
    figure('recording', 'gauge', 'Whether what is measured is kept: 0 when off, or waiting for the disk.', isKept),
    figure('stored_total', 'counter', 'Readings committed to disk since the start.', history.stored_total),
    figure('dropped_total', 'counter', 'Readings that could not be kept since the start.', history.dropped_total),
    figure('pending', 'gauge', 'Readings that wait for their commit.', history.pending),
    figure('bytes', 'gauge', 'What the history takes on disk, in bytes.', history.bytes),
    figure('lag_seconds', 'gauge', 'How long the newest commit came after its oldest reading.', history.lag_ms / 1000),
  ];
}
