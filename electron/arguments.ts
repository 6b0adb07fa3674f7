import { MensuraError } from '../service/support/errors.ts';
import { type AppRoute, isRoute } from './routes.ts';

/** Switches of Chromium and Electron that some desktops need; Mensura ignores them. */
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

export function isRuntimeSwitch(word: string): boolean {
  return RUNTIME_SWITCHES.has(word.split('=')[0] ?? '');
}

/**
 * The arguments after the program. In an unpackaged app the program is the first argument that is not a switch of
 * Electron.
 * @param unpackaged `process.defaultApp`
 */
export function appArguments(argv: readonly string[], unpackaged: boolean): readonly string[] {
  if (!unpackaged) return argv.slice(1);
  const app = argv.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return app < 0 ? [] : argv.slice(app + 1);
}

/** Flags of the desktop app: how its window opens. */
export interface LaunchOptions {
  /** Start without a window, if the desktop has a tray. */
  isHidden: boolean;
  /** The first page. */
  route: AppRoute | undefined;
}

const HIDDEN = '--hidden';
const PAGE = '--page';

/**
 * Parses `--hidden` and `--page=/alarms` (or `--page /alarms`).
 * @returns their values, and the other arguments for the service
 * @throws MensuraError `usage` for an invalid page
 */
export function extractLaunchOptions(args: readonly string[]): LaunchOptions & { rest: string[] } {
  const rest: string[] = [];
  let isHidden = false;
  let route: AppRoute | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === HIDDEN) isHidden = true;
    else if (word === PAGE) route = routeOf(args[(index += 1)] ?? '');
    else if (word.startsWith(`${PAGE}=`)) route = routeOf(word.slice(PAGE.length + 1));
    else rest.push(word);
  }
  return { isHidden, route, rest };
}

function routeOf(text: string): AppRoute {
  if (isRoute(text)) return text;
  throw new MensuraError('usage', `${PAGE}: must be a page path such as /alarms, got "${text}"`);
}

/** The inverse of `extractLaunchOptions`. */
export function windowFlags({ isHidden, route }: LaunchOptions): string[] {
  return [...(isHidden ? [HIDDEN] : []), ...(route ? [`${PAGE}=${route}`] : [])];
}

/** Validates the options from another process, a second start of the app. */
export function parseLaunchOptions(data: unknown): LaunchOptions {
  const { isHidden, route } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return { isHidden: isHidden === true, route: isRoute(route) ? route : undefined };
}
