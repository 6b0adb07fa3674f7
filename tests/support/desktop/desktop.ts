/** Starts the desktop app of an installation, with Playwright at its window or without. */
import { type ChildProcess, spawn } from 'node:child_process';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import type { AppStatus } from '../../../service/contract/index.ts';
import type { Installation } from './installation.ts';
import { keepAnswers } from './kept-answers.ts';
import { awaitGui } from './shown-page.ts';

/** How long the app may take to begin or end, in milliseconds: a bound, not an expectation. */
export const PATIENCE_MS = 60_000;

export interface StartOptions {
  /** Undefined: where the app itself keeps its data. */
  dataDir: string | undefined;
  /** The port of the settings counts; else `--port 0` is given. */
  isPortOfSettings?: boolean;
  /** Further flags; `--port 0` is not given where they name a port. */
  args?: readonly string[];
  env?: Record<string, string>;
  /** How long it may take to begin, in milliseconds, where the computer is slow. */
  patienceMs?: number;
}

/** A process of the app. */
export interface DesktopProcess {
  process: ChildProcess;
  /** Everything it has printed, on both outputs, since the test got hold of it. */
  output(): string;
  /** Waits until it printed something that matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end and answers its exit code; null when a signal ended it. */
  exited(): Promise<number | null>;
}

/** A process whose window Playwright drives. */
export interface DesktopApp extends DesktopProcess {
  electron: ElectronApplication;
  page: Page;
  /** The service's base address. */
  url: string;
}

function flags({ dataDir, isPortOfSettings = false, args = [] }: StartOptions): string[] {
  const port = isPortOfSettings || args.includes('--port') ? [] : ['--port', '0'];
  return [...(dataDir === undefined ? [] : ['--data-dir', dataDir]), ...port, ...args];
}

/** Gets hold of a process of the app. */
export function watchDesktop(child: ChildProcess): DesktopProcess {
  let text = '';
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const within = <Result>(work: Promise<Result>, what: string): Promise<Result> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`The app did not ${what} in time. It printed:\n${text}`)),
      PATIENCE_MS,
    );
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  };
  return {
    process: child,
    output: () => text,
    printed: (pattern) => {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = (): void => {
        const match = pattern.exec(text);
        if (match) resolve(match);
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`The app ended before it printed ${pattern}. It printed:\n${text}`)));
      return within(promise, `print ${pattern}`).finally(() => listeners.delete(look));
    },
    exited: () => within(ended, 'end'),
  };
}

/** Starts the app the way a desktop does. */
export function spawnDesktop({ electron, words, env }: Installation, options: StartOptions): DesktopProcess {
  return watchDesktop(
    spawn(electron, [...words, ...flags(options)], { stdio: 'pipe', env: { ...env, ...options.env } }),
  );
}

/** Starts the app with Playwright attached, and waits for its window. */
export async function startDesktop(installation: Installation, options: StartOptions): Promise<DesktopApp> {
  const timeout = options.patienceMs ?? PATIENCE_MS;
  const launched = await _electron.launch({
    executablePath: installation.electron,
    args: [...installation.words, ...flags(options)],
    env: { ...installation.env, ...options.env },
    // Without this Playwright turns the sandbox off, and the app under test would not be the user's.
    chromiumSandbox: true,
    timeout,
  });
  const electron = keepAnswers(launched);
  const watched = watchDesktop(electron.process());
  try {
    const page = await electron.firstWindow({ timeout });
    await awaitGui(electron, page, timeout);
    return { ...watched, electron, page, url: new URL(page.url()).origin };
  } catch (cause) {
    // An app that shows a native box instead of its window waits for somebody; nobody is there.
    electron.process().kill('SIGKILL');
    throw new Error(`The window does not show the GUI. The app printed:\n${watched.output()}`, { cause });
  }
}

/** The window that a running app opens next. */
export const nextWindow = (electron: ElectronApplication): Promise<Page> =>
  electron.waitForEvent('window', { timeout: PATIENCE_MS });

/** The service's own account of itself. */
export async function appStatus(url: string): Promise<AppStatus> {
  return (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
}
