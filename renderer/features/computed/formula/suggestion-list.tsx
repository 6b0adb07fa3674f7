import { plural } from '../../../data/format/numbers.ts';
import type { Completion } from './use-completion.ts';

/** ID of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The suggestions below the formula; the keys are those of the field. */
export function SuggestionList({ id, completion }: { id: string; completion: Completion }) {
  const { items, active, choose } = completion;
  return (
    <>
      <output className="visually-hidden">
        {items.length > 0 && `${plural(items.length, 'suggestion')}. Use the arrow keys, Enter to insert.`}
      </output>
      {items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> completes a whole text only
        <div ref={show} id={id} role="listbox" aria-label="Suggestions" className="popup formula-list">
          {items.map((suggestion, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the field
            <div
              key={suggestion.key}
              id={optionId(id, index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
              role="option"
              aria-selected={index === active}
              ref={index === active ? show : undefined}
              className="formula-option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <span className={suggestion.kind === 'channel' ? 'formula-option-name' : 'formula-option-name mono'}>
                {suggestion.name}
                {suggestion.kind === 'function' && <span className="dim">({suggestion.detail})</span>}
              </span>
              <span className="formula-option-help dim">
                {suggestion.kind === 'channel' ? (
                  <>
                    {suggestion.detail}
                    {suggestion.help && ` · ${suggestion.help}`}
                  </>
                ) : (
                  suggestion.help
                )}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
