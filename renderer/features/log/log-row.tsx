import { ChevronRight } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { formatDayAndTime, formatPreciseTime } from '../../data/format/numbers.ts';
import { LEVEL_WORDS } from '../../data/log/log-text.ts';

export interface LogRowProps {
  entry: LogEntry;
  isSelected: boolean;
  /** Has the keyboard focus. */
  isActive: boolean;
  /** Its detail is expanded. */
  isOpen: boolean;
  onSelect: (id: number, isExtended: boolean) => void;
  onToggle: (id: number) => void;
}

export function rowId(id: number): string {
  return `log-line-${id}`;
}

export const LogRow = memo(function LogRow({ entry, isSelected, isActive, isOpen, onSelect, onToggle }: LogRowProps) {
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
        {LEVEL_WORDS[level]}
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
