/** Which words of the process's command line are Mensura's own flags. */

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
