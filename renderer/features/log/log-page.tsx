import { FileArchive } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ListSearch } from '../../components/list-search.tsx';
import { Notice } from '../../components/notice.tsx';
import { Connecting } from '../../components/service-states.tsx';
import { formatCount } from '../../data/format/numbers.ts';
import { componentsOf, filteredLines, LEVEL_CHOICES, linesText } from '../../data/log/log-text.ts';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import './log.css';
import { LogLines } from './log-lines.tsx';
import { LogSelect } from './log-select.tsx';
import { LogStart } from './log-start.tsx';
import { LogState } from './log-state.tsx';
import { LoggedLevel } from './logged-level.tsx';
import { NewErrors } from './new-errors.tsx';
import { type Selection, selectedLines } from './selection.ts';
import { useLog } from './use-log.ts';

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
  const what = copied.length === 1 ? '1 entry' : `${formatCount(copied.length)} entries`;

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
      () => showToast({ title: `Cannot copy ${what}`, text: 'The browser blocked access to the clipboard.' }),
    );
  };

  return (
    <div className="log-page">
      <header className="log-head">
        <h1>Log</h1>
        <LoggedLevel />
        <button type="button" className="button" onClick={() => setSaving(true)}>
          <FileArchive aria-hidden size={14} /> Save diagnostics…{' '}
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
          options={[{ value: '', word: 'All components' }, ...parts(log.entries, part)]}
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
            <p>{log.failure} Retrying every 2 seconds. The entries below may be out of date.</p>
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
function parts(entries: readonly LogEntry[], chosen: string): { value: string; word: string }[] {
  return [...new Set([...componentsOf(entries), chosen])]
    .filter((name) => name !== '')
    .toSorted()
    .map((name) => ({ value: name, word: name }));
}
