import { ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { indexAfterKey } from '../../components/list-keys.ts';
import { formatDay, formatDayAndTime, formatPreciseTime } from '../../data/format/numbers.ts';
import { LEVEL_TEXT } from '../../data/log/log-text.ts';
import { isAtEnd, useSteadyScroll } from './use-steady-scroll.ts';

interface LogRowProps {
  entry: LogEntry;
  isSelected: boolean;
  /** Has the keyboard focus. */
  isActive: boolean;
  /** Its detail is expanded. */
  isOpen: boolean;
  onSelect: (id: number, isExtended: boolean) => void;
  onToggle: (id: number) => void;
}

function rowId(id: number): string {
  return `log-line-${id}`;
}

const LogRow = memo(function LogRow({ entry, isSelected, isActive, isOpen, onSelect, onToggle }: LogRowProps) {
  const { id, time, level, part, text, detail } = entry;
  const at = Date.parse(time);
  const onClick = (event: MouseEvent): void => {
    // The user selects text with the mouse.
    if (getSelection()?.isCollapsed === false && !event.shiftKey) return;
    onSelect(id, event.shiftKey);
  };
  return (
    // The grid has the keyboard focus and points here with `aria-activedescendant`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table's rows cannot unfold
      role="row"
      id={rowId(id)}
      className="log-row"
      data-level={level}
      data-active={isActive || undefined}
      aria-level={1}
      aria-selected={isSelected}
      aria-expanded={detail ? isOpen : undefined}
      onClick={onClick}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <span role="gridcell" className="mono log-time" title={formatDayAndTime(at)}>
        {formatPreciseTime(at)}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <span role="gridcell" className="log-level">
        {LEVEL_TEXT[level]}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <span role="gridcell" className="mono log-part">
        {part}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <div role="gridcell" className="log-text">
        {detail && (
          <ChevronRight
            aria-hidden
            size={14}
            className="log-chevron"
            data-open={isOpen || undefined}
            onClick={() => onToggle(id)}
          />
        )}
        {text}
        {detail && isOpen && <pre className="mono log-detail">{detail}</pre>}
      </div>
    </div>
  );
});

export interface LogLinesProps {
  entries: readonly LogEntry[];
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** Keeps the newest entry in view. */
  isFollowing: boolean;
  /** Called when the end is scrolled into or out of view. */
  onAtEnd: (isAtEnd: boolean) => void;
  onCopy: () => void;
  before: ReactNode;
}

export function LogLines(props: LogLinesProps) {
  const { entries, selection, onSelection, isFollowing, onAtEnd, onCopy, before } = props;
  const area = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const active = selection?.active;
  const days = useMemo(() => byDay(entries), [entries]);
  const selected = new Set(selectedLines(entries, selection).map(({ id }) => id));
  useSteadyScroll(area, entries, isFollowing);

  useEffect(() => {
    if (active !== undefined) document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const select = useCallback(
    (id: number, isExtended: boolean) => onSelection(selectionTo(latest.current, id, isExtended)),
    [onSelection],
  );
  const toggle = useCallback(
    (id: number, isOpen?: boolean) =>
      setOpen((known) => {
        const next = new Set(known);
        if (isOpen ?? !known.has(id)) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (actOnKey(event)) event.preventDefault();
  };
  /** @returns whether the key was handled */
  const actOnKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const [first] = entries;
    const last = entries.at(-1);
    if (!first || !last) return false;
    if (ctrlKey || metaKey) {
      if (key === 'a') onSelection({ anchor: first.id, active: last.id });
      else if (key === 'c' && getSelection()?.isCollapsed !== false) onCopy();
      else return false;
      return true;
    }
    if (key === 'Escape' && selection) onSelection(null);
    else if (active !== undefined && ['ArrowRight', 'ArrowLeft'].includes(key)) toggle(active, key === 'ArrowRight');
    else if (active !== undefined && ['Enter', ' '].includes(key)) toggle(active);
    else {
      const at = entries.findIndex(({ id }) => id === active);
      // Without a selection, arrow keys start at the newest entry, which is in view.
      const index =
        active === undefined && key.startsWith('Arrow') ? entries.length - 1 : indexAfterKey(key, at, entries.length);
      const entry = index === undefined ? undefined : entries[index];
      if (!entry) return false;
      select(entry.id, shiftKey);
    }
    return true;
  };

  const onScroll = (): void => {
    const element = area.current;
    if (element) onAtEnd(isAtEnd(element));
  };

  return (
    <div className="log-scroll" ref={area} onScroll={onScroll}>
      {before}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table's rows can neither unfold nor be selected */}
      <div
        role="treegrid"
        className="log-lines"
        aria-label="Log entries"
        aria-multiselectable
        aria-activedescendant={
          active !== undefined && entries.some(({ id }) => id === active) ? rowId(active) : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {days.map(([day, lines]) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          <div key={day} role="rowgroup" aria-label={day}>
            <p className="log-day" aria-hidden>
              {day}
            </p>
            {lines.map((entry) => (
              <LogRow
                key={entry.id}
                entry={entry}
                isSelected={selected.has(entry.id)}
                isActive={entry.id === active}
                isOpen={open.has(entry.id)}
                onSelect={select}
                onToggle={toggle}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function byDay(entries: readonly LogEntry[]): [string, LogEntry[]][] {
  return [...Map.groupBy(entries, ({ time }) => formatDay(Date.parse(time)))];
}

/** IDs of entries; null if none is selected. */
export type Selection = { anchor: number; active: number } | null;

/** In order, without entries that are gone. */
export function selectedLines(entries: readonly LogEntry[], selection: Selection): readonly LogEntry[] {
  if (!selection) return [];
  const from = Math.min(selection.anchor, selection.active);
  const to = Math.max(selection.anchor, selection.active);
  return entries.filter(({ id }) => id >= from && id <= to);
}

/** Extends the selection to an entry, or selects only that entry. */
function selectionTo(selection: Selection, id: number, isExtended: boolean): Selection {
  return { anchor: isExtended && selection ? selection.anchor : id, active: id };
}
