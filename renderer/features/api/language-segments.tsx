import { SegmentedControl } from '../../components/segmented-control.tsx';
import { LANGUAGE_TEXT, LANGUAGES, type Language } from '../../data/api/code-samples/index.ts';
import { readPreference, writePreference } from '../../data/preferences.ts';
import { useReadable } from '../../data/react.ts';
import { ValueStore } from '../../data/store.ts';

const PREFERENCE = 'api.language';

const language = new ValueStore<Language>(LANGUAGES.find((one) => one === readPreference(PREFERENCE)) ?? 'curl');

export function useLanguage(): Language {
  return useReadable(language);
}

function chooseLanguage(chosen: Language): void {
  language.set(chosen);
  writePreference(PREFERENCE, chosen);
}

const OPTIONS = LANGUAGES.map((value) => ({ value, word: LANGUAGE_TEXT[value] }));

export function LanguageSegments() {
  return (
    <SegmentedControl label="Code sample language" options={OPTIONS} value={useLanguage()} onChange={chooseLanguage} />
  );
}
