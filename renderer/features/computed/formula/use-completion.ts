import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type CompletionSpan, complete, completionSpan, type Suggestion, suggestionsFor } from './completion.ts';

interface OpenList {
  readonly span: CompletionSpan;
  readonly items: readonly Suggestion[];
  readonly active: number;
}

export interface Completion {
  /** Empty while the list is closed. */
  readonly items: readonly Suggestion[];
  /** Index of the suggestion that Enter inserts. */
  readonly active: number;
  /** After an edit. */
  readonly update: () => void;
  readonly close: () => void;
  readonly choose: (suggestion: Suggestion) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The suggestions below a text field. The focus stays in the field.
 * @param write replaces the text; called before the caret moves
 */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  all: readonly Suggestion[],
  write: (formula: string) => void,
): Completion {
  const [open, setOpen] = useState<OpenList>();
  const items = open?.items ?? [];
  const active = open?.active ?? 0;

  const show = (isAsked: boolean): void => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const span = selectionStart === selectionEnd ? completionSpan(value, selectionStart, isAsked) : undefined;
    const found = span ? suggestionsFor(span, all) : [];
    // A finished name needs no list.
    const isFinished = !isAsked && found.length === 1 && found[0]?.insert === span?.typed;
    setOpen(span && found.length > 0 && !isFinished ? { span, items: found, active: 0 } : undefined);
  };
  const close = (): void => setOpen(undefined);
  const choose = (suggestion: Suggestion): void => {
    const element = field.current;
    if (!open || !element) return;
    const { formula, caret } = complete(element.value, open.span, suggestion);
    close();
    write(formula);
    element.focus();
    element.setSelectionRange(caret, caret);
  };
  const move = (step: number): void => {
    setOpen((list) => list && { ...list, active: (list.active + step + list.items.length) % list.items.length });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      show(true);
      return;
    }
    const suggestion = items[active];
    if (!suggestion || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(suggestion);
    else if (event.key === 'Escape') close();
    else {
      // The caret leaves the word.
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { items, active, update: () => show(false), close, choose, onKeyDown };
}
