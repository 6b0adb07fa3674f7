/** The lines that make a request, in the language of the user's choice. */
import type { ApiCall } from '../../../data/api/call.ts';
import { LANGUAGE_HINTS, LANGUAGE_WORDS } from '../../../data/api/lines/index.ts';
import { useLanguage } from '../language.ts';
import { LanguageSegments } from '../language-segments.tsx';
import { LinesBlock } from '../lines-block.tsx';

export interface LinesSectionProps {
  /** Undefined while what was entered makes no request. */
  call: ApiCall | undefined;
}

export function LinesSection({ call }: LinesSectionProps) {
  const language = useLanguage();
  return (
    <section className="api-section" aria-labelledby="api-lines">
      <div className="api-section-head">
        <h3 id="api-lines">Lines to copy</h3>
        <LanguageSegments />
      </div>
      {call ? (
        <LinesBlock call={call} what={`the lines for ${LANGUAGE_WORDS[language]}`} />
      ) : (
        <p className="dim">What is entered above makes no request yet: the fields say why.</p>
      )}
      <p className="dim api-hint">{LANGUAGE_HINTS[language]}</p>
    </section>
  );
}
