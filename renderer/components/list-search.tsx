/** The search field above a list. */
import { Search } from 'lucide-react';
import { type RefObject, useLayoutEffect } from 'react';
import './list-search.css';

export interface ListSearchProps {
  /** What it looks for, in the room that it has. */
  placeholder: string;
  /** The same in full, for screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The arrow down leads into the list; left out: the key does nothing. */
  onDown?: () => void;
}

/** Shows the list from its beginning with each other search. */
export function useSearchedList(list: RefObject<HTMLElement | null>, search: string): void {
  useLayoutEffect(() => {
    // Not where nothing is searched: the chosen row may be further down.
    if (search !== '') list.current?.scrollTo({ top: 0 });
  }, [list, search]);
}

/** Escape empties it. */
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
