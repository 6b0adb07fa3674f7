import { Search } from 'lucide-react';
import { type RefObject, useLayoutEffect } from 'react';
import './list-search.css';

export interface ListSearchProps {
  /** Short. */
  placeholder: string;
  /** In full, for screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Arrow down, into the list. */
  onDown?: () => void;
}

/** Scrolls to the top after each change of the search. */
export function useSearchedList(list: RefObject<HTMLElement | null>, search: string): void {
  useLayoutEffect(() => {
    // Without a search, the selected row may be further down.
    if (search !== '') list.current?.scrollTo({ top: 0 });
  }, [list, search]);
}

/** @param what "devices" */
export function NoMatches({ what, search, onClear }: { what: string; search: string; onClear: () => void }) {
  return (
    <div className="list-empty">
      <p>
        No {what} match “{search}”.
      </p>
      <button type="button" className="link-button" onClick={onClear}>
        Clear search
      </button>
    </div>
  );
}

/** Escape clears it. */
export function ListSearch({ placeholder, label, value, onChange, onDown }: ListSearchProps) {
  return (
    <search className="list-search">
      <Search aria-hidden size={14} />
      <input
        type="search"
        className="field"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
          if (event.key !== 'ArrowDown' || !onDown) return;
          event.preventDefault();
          onDown();
        }}
      />
    </search>
  );
}
