/** Light or dark: the system's choice unless the user made one. */
import { readPreference, writePreference } from '../data/preferences.ts';
import { type Readable, ValueStore } from '../data/store.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const THEME_WORDS: Readonly<Record<ThemeChoice, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

const PREFERENCE = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function remembered(): ThemeChoice {
  const value = readPreference(PREFERENCE);
  return THEME_CHOICES.find((choice) => choice === value) ?? 'system';
}

/** Tells the browser around the page, and the desktop's window, which colour is behind it. */
const themeColour = document.createElement('meta');
themeColour.name = 'theme-color';

const choice = new ValueStore<ThemeChoice>(remembered());

/** What the user chose. */
export const themeChoice: Readable<ThemeChoice> = choice;

function show(): void {
  const chosen = choice.get();
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  const { documentElement } = document;
  documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  themeColour.content = getComputedStyle(documentElement).getPropertyValue('--background').trim();
}

/** Chooses and remembers. */
export function chooseTheme(next: ThemeChoice): void {
  choice.set(next);
  writePreference(PREFERENCE, next);
  show();
}

/** Shows the theme, and follows the system and the user's other windows from then on. */
export function startTheme(): void {
  document.head.append(themeColour);
  show();
  systemIsDark.addEventListener('change', show);
  addEventListener('storage', () => {
    choice.set(remembered());
    show();
  });
}
