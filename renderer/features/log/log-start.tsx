import { formatCount } from '../../data/format/numbers.ts';
import type { ShownLog } from './use-log.ts';

export interface LogBeginningProps {
  log: ShownLog;
  isFiltered: boolean;
  /** Number of displayed entries. */
  count: number;
}

export function LogStart({ log, isFiltered, count }: LogBeginningProps) {
  const { hasOlder, isLoadingOlder, showOlder, file, entries } = log;
  return (
    <div className="log-beginning dim">
      {hasOlder ? (
        <button type="button" className="button" disabled={isLoadingOlder} onClick={showOlder}>
          {isLoadingOlder ? 'Loading…' : 'Load older entries'}
        </button>
      ) : (
        <p>
          Older entries, including those of previous runs, are in <span className="mono log-file">{file}</span>.
        </p>
      )}
      {entries.length === 0 && <p>No entries at this level</p>}
      {isFiltered && (
        <p>
          {formatCount(count)} of {formatCount(entries.length)} entries match
        </p>
      )}
    </div>
  );
}
