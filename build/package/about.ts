/** What every package says of Mensura. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  main: string;
};

export const { version: VERSION, main: MAIN } = manifest;

/** The name that people read. */
export const PRODUCT = 'Mensura';

/** The name of the command, the package, the desktop entry and the icons. */
export const COMMAND = 'mensura';

/** Electron's own binary on Linux, behind the script that has the command's name. */
export const LINUX_BINARY = `${COMMAND}-desktop`;

/** What it is, in a line and in a few. */
export const SYNOPSIS = 'Read, chart and record measuring instruments';
export const DESCRIPTION =
  'Finds the measuring instruments on this computer, shows them live, keeps their readings, warns when a limit is ' +
  'passed, publishes to MQTT brokers, and serves everything to your own tools over a local JSON API.';

/** Debian and RPM want an address to write to and one to look at; whoever releases gives theirs. */
export const MAINTAINER = {
  name: 'The Mensura maintainers',
  email: process.env['MENSURA_MAINTAINER'] ?? 'maintainers@mensura.invalid',
};
export const HOMEPAGE = process.env['MENSURA_HOMEPAGE'] ?? 'https://mensura.invalid/';

/** The reverse domain name by which macOS and software centres know the app. */
export const APP_ID = 'app.mensura.Mensura';
