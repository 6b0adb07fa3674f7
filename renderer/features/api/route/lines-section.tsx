import type { ApiCall } from '../../../data/api/call.ts';
import { LANGUAGE_HINTS, LANGUAGE_WORDS } from '../../../data/api/code-samples/index.ts';
import { useLanguage } from '../language.ts';
import { LanguageSegments } from '../language-segments.tsx';
import { LinesBlock } from '../lines-block.tsx';

export interface LinesSectionProps {
  /** Undefined while the input is invalid. */
  call: ApiCall | undefined;
}

export function LinesSection({ call }: LinesSectionProps) {
  const language = useLanguage();
  return (
    <section className="api-section" aria-labelledby="api-lines">
      <div className="api-section-head">
        <h3 id="api-lines">Code sample</h3>
        <LanguageSegments />
      </div>
      {call ? (
        <LinesBlock call={call} what={`the ${LANGUAGE_WORDS[language]} code sample`} />
      ) : (
        <p className="dim">Complete the parameters above to see a code sample.</p>
      )}
      <p className="dim api-hint">{LANGUAGE_HINTS[language]}</p>
    </section>
  );
}
