/** Labels of the history settings. */
export const HISTORY_LABELS = {
  history: 'Store readings',
  history_raw_days: 'Raw readings',
  history_minute_days: 'Minute aggregates',
  history_max_gib: 'Maximum size',
  csv_log: 'Write CSV files',
  csv_log_interval_s: 'Row interval',
} as const;
