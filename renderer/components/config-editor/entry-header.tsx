import { ArrowLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDetailsToggle } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { Switch } from '../form/field.tsx';

export interface EntryHeaderProps {
  title: string;
  facts: ReactNode;
  /** Back link in a narrow window. */
  back: { route: string; word: string };
  detailsTitle: string;
  children: ReactNode;
}

export function EntryHeader({ title, facts, back, detailsTitle, children }: EntryHeaderProps) {
  const narrow = useMedia(NARROW);
  const openDetails = useDetailsToggle();
  return (
    <header className="entry-header">
      <div className="entry-identity">
        {narrow && (
          <Link href={back.route} className="entry-back">
            <ArrowLeft aria-hidden size={14} /> {back.word}
          </Link>
        )}
        <h2 className="ellipsis" title={title}>
          {title}
        </h2>
        <p className="entry-facts dim">{facts}</p>
      </div>
      <div className="entry-controls">
        {children}
        {openDetails && (
          <button
            type="button"
            className="button entry-details-button"
            aria-label="Details"
            title={detailsTitle}
            onClick={openDetails}
          >
            <PanelRight aria-hidden size={15} />
          </button>
        )}
      </div>
    </header>
  );
}

export interface TestButtonProps {
  isTesting: boolean;
  onTest: () => void;
}

export function TestButton({ isTesting, onTest }: TestButtonProps) {
  return (
    <button type="button" className="button" disabled={isTesting} onClick={onTest}>
      Test connection
    </button>
  );
}

export interface EntryControlsProps {
  enabled: boolean;
  busy: boolean;
  canRemove: boolean;
  onEnabledChange: (enabled: boolean) => void;
  onRemove: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function EntryControls(props: EntryControlsProps) {
  const { enabled, busy, canRemove, onEnabledChange, onRemove, children } = props;
  return (
    <>
      <Switch
        label="Enabled"
        checked={enabled}
        disabled={busy}
        onChange={({ target }) => onEnabledChange(target.checked)}
      />
      {children}
      <button type="button" className="button danger" disabled={busy || !canRemove} onClick={onRemove}>
        Delete
      </button>
    </>
  );
}
