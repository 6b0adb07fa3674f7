/** What stands before the first line: the way to older ones, or where those are. */
import { formatCount } from '../../data/format/numbers.ts';
import type { ShownLog } from './use-log.ts';

export interface LogBeginningProps {
  log: ShownLog;
  isFiltered: boolean;
  /** Lines that are shown. */
  count: number;
}

export function LogStart({ log, isFiltered, count }: LogBeginningProps) {
  const { hasOlder, isLoadingOlder, showOlder, file, entries } = log;
  return (
    <div className="log-beginning dim">
      {hasOlder ? (
        <button type="button" className="button" disabled={isLoadingOlder} onClick={showOlder}>
          {isLoadingOlder ? 'Loading' : 'Show older lines'}
        </button>
      ) : (
        <p>
          The log of this run begins here, as far as it is kept at hand. Older lines, and those of earlier runs, are in
          the file <span className="mono log-file">{file}</span>.
        </p>
      )}
      {entries.length === 0 && <p>Nothing of this level was logged so far.</p>}
      {isFiltered && (
        <p>
          {formatCount(count)} of {formatCount(entries.length)} lines fit.
        </p>
      )}
    </div>
  );
}
