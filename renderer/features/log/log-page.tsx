import { FileArchive, Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ListSearch } from '../../components/list-search.tsx';
import { Notice } from '../../components/notice.tsx';
import { Connecting } from '../../components/service-states.tsx';
import { formatCount, plural } from '../../data/format/numbers.ts';
import { LogReader, type LogReading } from '../../data/log/log-reader.ts';
import { componentsOf, filteredLines, LEVEL_CHOICES, linesText } from '../../data/log/log-text.ts';
import { MAX_SHOWN } from '../../data/log/log-window.ts';
import { fetchLog } from '../../data/log/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import { LogLines, type Selection, selectedLines } from './log-lines.tsx';
import { LoggedLevel, LogSelect } from './log-select.tsx';
import './log.css';

const MAX_REPORTED = 3;

interface NewErrorsProps {
  entries: readonly LogEntry[];
  /** Highest known ID; 0 while unknown. */
  shown: number;
}

function NewErrors({ entries, shown }: NewErrorsProps) {
  // Entries from before the page opened are not announced. IDs start again with each run.
  const [heard, setHeard] = useState({ upTo: 0, errors: [] as readonly LogEntry[] });
  if (shown !== heard.upTo) {
    const isFirst = heard.upTo === 0 || shown < heard.upTo;
    const fresh = isFirst ? [] : entries.filter(({ id, level }) => id > heard.upTo && level === 'error');
    setHeard({ upTo: shown, errors: fresh.length > 0 ? fresh.slice(-MAX_REPORTED) : heard.errors });
  }
  return (
    // The role `log` is polite: it waits until the reader is silent.
    <div role="log" className="visually-hidden" aria-label="New errors">
      {heard.errors.map(({ id, text }) => (
        <p key={id}>Error: {text}</p>
      ))}
    </div>
  );
}

export function LogPage() {
  const [level, setLevel] = useState<LogEntry['level']>('debug');
  const [part, setPart] = useState('');
  const [text, setText] = useState('');
  const [isPaused, setPaused] = useState(false);
  const [isAtEnd, setAtEnd] = useState(true);
  const [selection, setSelection] = useState<Selection>(null);
  const [isSaving, setSaving] = useState(false);
  // New entries wait while the user reads, selects or pauses.
  const isHeld = isPaused || !isAtEnd || selection !== null;
  const log = useLog(level, isHeld);
  const lines = useMemo(() => filteredLines(log.entries, { part, text }), [log.entries, part, text]);
  const selected = useMemo(() => selectedLines(lines, selection), [lines, selection]);
  const copied = selected.length > 0 ? selected : lines;
  const copiedText = useMemo(() => linesText(copied), [copied]);
  const what = plural(copied.length, 'entry', 'entries');

  const follow = useCallback(() => {
    setPaused(false);
    setSelection(null);
    setAtEnd(true);
  }, []);
  const filter = (change: () => void): void => {
    change();
    setSelection(null);
  };
  const copy = (): void => {
    navigator.clipboard.writeText(copiedText).then(
      () => showToast({ title: `Copied ${what}` }),
      () =>
        showToast({
          title: `Cannot copy ${what}`,
          text: 'The browser blocked access to the clipboard. Allow access, or save a diagnostics file.',
        }),
    );
  };

  return (
    <div className="log-page">
      <header className="log-head">
        <h1>Log</h1>
        <LoggedLevel />
        <button type="button" className="button" onClick={() => setSaving(true)}>
          <FileArchive aria-hidden size={14} /> Save diagnostics…
        </button>
      </header>
      <div className="log-tools">
        <LogSelect
          label="Minimum level"
          value={level}
          options={LEVEL_CHOICES}
          onChange={(value) => filter(() => setLevel(value))}
        />
        <LogSelect
          label="Component"
          value={part}
          options={[{ value: '', word: 'All components' }, ...componentOptions(log.entries, part)]}
          onChange={(value) => filter(() => setPart(value))}
        />
        <ListSearch
          placeholder="Search log"
          label="Search log entries"
          value={text}
          onChange={(value) => filter(() => setText(value))}
        />
        <LogState isHeld={isHeld} waiting={log.waiting} onHold={() => setPaused(true)} onFollow={follow} />
        <CopyButton text={copiedText} what={what} label={selected.length > 0 ? 'Copy selected' : 'Copy all'} />
      </div>
      {log.failure && (
        <div role="alert" className="log-failure">
          <Notice tone="bad" title="Cannot read the log">
            <p>{log.failure} Retrying every 2 s. The entries below may be out of date.</p>
          </Notice>
        </div>
      )}
      {log.isLoading && !log.failure ? (
        <Connecting />
      ) : (
        <LogLines
          entries={lines}
          selection={selection}
          onSelection={setSelection}
          isFollowing={!isHeld}
          onAtEnd={setAtEnd}
          onCopy={copy}
          before={<LogStart log={log} isFiltered={part !== '' || text.trim() !== ''} count={lines.length} />}
        />
      )}
      <NewErrors entries={log.entries} shown={log.shown} />
      <DiagnosticsDialog isOpen={isSaving} onClose={() => setSaving(false)} />
    </div>
  );
}

/** All components, and the selected one even without entries. */
function componentOptions(entries: readonly LogEntry[], chosen: string): { value: string; word: string }[] {
  return [...new Set([...componentsOf(entries), chosen])]
    .filter((name) => name !== '')
    .toSorted()
    .map((name) => ({ value: name, word: name }));
}

interface LogBeginningProps {
  log: ShownLog;
  isFiltered: boolean;
  /** Number of displayed entries. */
  count: number;
}

function LogStart({ log, isFiltered, count }: LogBeginningProps) {
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

interface LogStateProps {
  isHeld: boolean;
  /** New entries that are not displayed. */
  waiting: number;
  onHold: () => void;
  onFollow: () => void;
}

function LogState({ isHeld, waiting, onHold, onFollow }: LogStateProps) {
  return (
    <>
      {isHeld ? (
        <button type="button" className="button" onClick={onFollow}>
          <Play aria-hidden size={13} /> Resume
        </button>
      ) : (
        <button type="button" className="button" onClick={onHold}>
          <Pause aria-hidden size={13} /> Pause
        </button>
      )}
      <span className="dim log-state">{isHeld ? heldText(waiting) : 'Live'}</span>
    </>
  );
}

function heldText(waiting: number): string {
  if (waiting === 0) return 'Paused';
  return `Paused, ${formatCount(waiting)}${waiting >= MAX_SHOWN ? '+' : ''} new`;
}

interface ShownLog extends LogReading {
  showOlder: () => void;
}

/**
 * @param level minimum level
 * @param isHeld counts new entries without displaying them
 */
function useLog(level: LogEntry['level'], isHeld: boolean): ShownLog {
  const { connection } = useLive();
  const reader = useMemo(
    () => new LogReader({ load: fetchLog, level, isVisible: () => document.visibilityState === 'visible' }),
    [level],
  );
  useEffect(() => {
    reader.start();
    // Catches up at once after a reconnection.
    const end = connection.subscribe(reader.refresh);
    document.addEventListener('visibilitychange', reader.refresh);
    return () => {
      end();
      document.removeEventListener('visibilitychange', reader.refresh);
      reader.stop();
    };
  }, [reader, connection]);
  useEffect(() => reader.hold(isHeld), [reader, isHeld]);
  return { ...useReadable(reader.reading), showOlder: reader.showOlder };
}
