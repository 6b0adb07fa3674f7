import { readPreference, writePreference } from '../data/preferences.ts';
import { type Readable, ValueStore } from '../data/store.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const THEME_TEXT: Readonly<Record<ThemeChoice, string>> = {
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

/** Tells the browser, and the window of the desktop app, the background color. */
const themeColor = document.createElement('meta');
themeColor.name = 'theme-color';

const choice = new ValueStore<ThemeChoice>(remembered());

export const themeChoice: Readable<ThemeChoice> = choice;

function show(): void {
  const chosen = choice.get();
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  const { documentElement } = document;
  documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  themeColor.content = getComputedStyle(documentElement).getPropertyValue('--background').trim();
}

export function chooseTheme(next: ThemeChoice): void {
  choice.set(next);
  writePreference(PREFERENCE, next);
  show();
}

/** Follows the system and other windows of this user. */
export function startTheme(): void {
  document.head.append(themeColor);
  show();
  systemIsDark.addEventListener('change', show);
  addEventListener('storage', () => {
    choice.set(remembered());
    show();
  });
}
