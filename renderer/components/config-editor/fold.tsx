import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SavedForm } from './use-stored-form.ts';

export interface FoldProps {
  name: string;
  title: string;
  /** What is in it, after the title. */
  subjects: string;
  state: Pick<SavedForm<unknown, FieldValues>, 'openFolds' | 'setFoldOpen'>;
  children: ReactNode;
}

/** Always rendered, so that its fields are validated too. */
export function Fold({ name, title, subjects, state, children }: FoldProps) {
  const id = useId();
  const open = state.openFolds.has(name);
  return (
    <section className="entry-fold">
      <button
        type="button"
        className="entry-fold-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => state.setFoldOpen(name, !open)}
      >
        <span>
          {title}
          <span className="dim">: {subjects}</span>
        </span>
        <span className="entry-fold-word">{open ? 'Hide' : 'Show'}</span>
      </button>
      <div id={id} hidden={!open} data-fold={name} className="entry-fold-body">
        {children}
      </div>
    </section>
  );
}
