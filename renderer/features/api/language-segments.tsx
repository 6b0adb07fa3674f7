import { SegmentedControl } from '../../components/segmented-control.tsx';
import { LANGUAGE_WORDS, LANGUAGES } from '../../data/api/code-samples/index.ts';
import { chooseLanguage, useLanguage } from './language.ts';

const OPTIONS = LANGUAGES.map((value) => ({ value, word: LANGUAGE_WORDS[value] }));

export function LanguageSegments() {
  return (
    <SegmentedControl label="Code sample language" options={OPTIONS} value={useLanguage()} onChange={chooseLanguage} />
  );
}
