import { PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EntityKind } from '../../../service/contract/index.ts';
import { useDetailsToggle } from '../../app/panes.tsx';
import { BackLink, ListLink } from '../back-link.tsx';
import { Switch } from '../form/field.tsx';
import type { ConnectionTest } from './connection-test.tsx';
import type { EntryDefinition } from './entry-definition.ts';
import type { EntryActions } from './use-entry-actions.ts';

export interface EntryHeaderProps<Kind extends EntityKind> {
  entries: EntryDefinition<Kind>;
  title: string;
  /** Default: that the entry is new. */
  subtitle?: ReactNode;
  children: ReactNode;
}

export function EntryHeader<Kind extends EntityKind>(props: EntryHeaderProps<Kind>) {
  const { entries, title, subtitle = 'Not saved until added', children } = props;
  const openDetails = useDetailsToggle();
  const [Back, Heading] = entries.isFullPage ? ([ListLink, 'h1'] as const) : ([BackLink, 'h2'] as const);
  return (
    <header className="entry-header">
      <div className="entry-identity">
        <Back href={entries.listRoute}>{entries.title}</Back>
        <Heading className="ellipsis" title={title}>
          {title}
        </Heading>
        <p className="entry-facts dim">{subtitle}</p>
      </div>
      <div className="entry-controls">
        {children}
        {openDetails && (
          <button
            type="button"
            className="button entry-details-button"
            aria-label="Details"
            title={entries.detailsTitle}
            onClick={openDetails}
          >
            <PanelRight aria-hidden size={15} />
          </button>
        )}
      </div>
    </header>
  );
}

export function TestButton({ test: { word, isRunning, start } }: { test: ConnectionTest }) {
  return (
    <button type="button" className="button" disabled={isRunning} onClick={start}>
      {word}
    </button>
  );
}

export interface SavedEntry {
  /** Undefined if the entry cannot be disabled. */
  enabled?: boolean;
  actions: EntryActions;
  /** What a deletion discards although it can be undone. Default: it deletes without a question. */
  discarded?: { isAny: boolean; text: ReactNode };
  /** Route of a new entry with the same settings. */
  copyRoute?: string;
  /** Further buttons. */
  buttons?: ReactNode;
  /** Whether a deletion by another window or program can be undone. */
  canRestore?: boolean;
}

interface EntryControlsProps extends Pick<SavedEntry, 'enabled' | 'actions' | 'copyRoute'> {
  onRemove: () => void;
  /** The other actions wait: they would use the entry as it was before. */
  isSaving: boolean;
  /** Further buttons. */
  children: ReactNode;
}

export function EntryControls(props: EntryControlsProps) {
  const { enabled, actions, copyRoute, onRemove, isSaving, children } = props;
  const { canRemove, enable } = actions;
  const busy = actions.busy || isSaving;
  return (
    <>
      {enabled !== undefined && (
        <Switch label="Enabled" checked={enabled} disabled={busy} onChange={({ target }) => enable(target.checked)} />
      )}
      {children}
      {copyRoute !== undefined && (
        <Link href={copyRoute} className="button">
          Duplicate
        </Link>
      )}
      <button type="button" className="button danger" disabled={busy || !canRemove} onClick={onRemove}>
        Delete
      </button>
    </>
  );
}
