/** Which words of the process's command line are Mensura's own flags, and which of those are the desktop's. */
import { MensuraError } from '../service/support/errors.ts';
import { type AppRoute, isRoute } from './routes.ts';

/** Switches of Chromium and Electron that people need on some desktops; Mensura passes them over. */
const RUNTIME_SWITCHES: ReadonlySet<string> = new Set([
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--enable-logging',
  '--force-device-scale-factor',
  '--inspect',
  '--lang',
  '--ozone-platform',
  '--ozone-platform-hint',
  '--password-store',
  '--remote-debugging-port',
]);

/** Whether a word is a switch of the runtime rather than a flag of Mensura. */
export function isRuntimeSwitch(word: string): boolean {
  return RUNTIME_SWITCHES.has(word.split('=')[0] ?? '');
}

/**
 * The words after the program's name. A packaged app is its own program; an unpackaged one is named to Electron by the
 * first word that is no switch, and Electron's switches may stand before it.
 * @param unpackaged `process.defaultApp`: Electron was told which app to run
 */
export function ownWords(argv: readonly string[], unpackaged: boolean): readonly string[] {
  if (!unpackaged) return argv.slice(1);
  const app = argv.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return app < 0 ? [] : argv.slice(app + 1);
}

/** What only the desktop app is told on its command line: how its window begins. */
export interface WindowWishes {
  /** Begin without a window, where the desktop has a tray. */
  isHidden: boolean;
  /** The place of the GUI to begin at. */
  route: AppRoute | undefined;
}

const HIDDEN = '--hidden';
const PAGE = '--page';

/**
 * Takes the desktop's own flags out of a command line: `--hidden`, and `--page=/alarms` (or `--page /alarms`).
 * @returns what they say, and the words that are left, for the flags of the service
 * @throws MensuraError `usage` naming the flag that is wrong
 */
export function takeWindowWishes(words: readonly string[]): WindowWishes & { rest: string[] } {
  const rest: string[] = [];
  let isHidden = false;
  let route: AppRoute | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === HIDDEN) isHidden = true;
    else if (word === PAGE) route = routeOf(words[(index += 1)] ?? '');
    else if (word.startsWith(`${PAGE}=`)) route = routeOf(word.slice(PAGE.length + 1));
    else rest.push(word);
  }
  return { isHidden, route, rest };
}

function routeOf(text: string): AppRoute {
  if (isRoute(text)) return text;
  throw new MensuraError('usage', `${PAGE}: must be a page path such as /alarms, got "${text}"`);
}

/** The flags that say these wishes. */
export function windowFlags({ isHidden, route }: WindowWishes): string[] {
  return [...(isHidden ? [HIDDEN] : []), ...(route ? [`${PAGE}=${route}`] : [])];
}

/** What another start of the app wishes of this one's window: it comes from another process, and so is looked at. */
export function wishesOf(data: unknown): WindowWishes {
  const { isHidden, route } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return { isHidden: isHidden === true, route: isRoute(route) ? route : undefined };
}
