/** The browser that the GUI tests drive: one that is installed, since Playwright's own download is not to be had everywhere. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

const CANDIDATES = [
  process.env['MENSURA_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of an installed Chromium-based browser; the variable MENSURA_CHROMIUM names another. */
export function findBrowser(): string | undefined {
  return CANDIDATES.find((path) => path !== '' && existsSync(path));
}

/** The same engine without a browser's own user interface: Debian's chromium-headless-shell. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** It calls nobody by itself, and needs no graphics card. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless browser.
 * @param flags further ones
 * @param options flags of Playwright that it starts without
 * @throws Error when none is installed
 */
export async function launchBrowser(
  flags: readonly string[] = [],
  executablePath: string | undefined = findBrowser(),
  options: Pick<LaunchOptions, 'ignoreDefaultArgs'> = {},
): Promise<Browser> {
  if (!executablePath)
    throw new Error('No Chromium is installed: on Debian or Ubuntu "sudo apt-get install chromium".');
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ ...options, executablePath, args: [...QUIET, ...asRoot, ...flags] });
}

/**
 * Starts the engine alone, where it is installed; else a whole browser. A page costs less than half of the processor
 * time there, which is for tests that ask nothing of the browser around the page.
 */
export function launchEngine(flags: readonly string[] = []): Promise<Browser> {
  // To optimize what runs for a second costs more than it saves.
  const all = ['--js-flags=--no-maglev --no-opt', ...flags];
  return launchBrowser(all, !process.env['MENSURA_CHROMIUM'] && existsSync(SHELL) ? SHELL : undefined);
}
