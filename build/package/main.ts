/**
 * `npm run package`: builds packages for this system into `dist-packages/`.
 *
 *   npm run package                              every format of this system
 *   npm run package -- --linux deb AppImage      selected formats; also --win and --mac
 *   npm run package -- --dir                     only the unpacked app
 *   npm run package -- --test-runtime [deb]      without access to Electron's releases: the unpacked app and a Debian
 *                                                package with a third-party Electron, marked as not for distribution
 *
 * Environment: MENSURA_UPDATE_FEED (address of the releases; adds metadata for updates), MENSURA_MAINTAINER (e-mail
 * address), MENSURA_HOMEPAGE, and electron-builder's variables for signing.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../../service/support/errors.ts';
import { buildIfChanged } from '../build-if-changed.ts';
import { ROOT } from '../paths.ts';
import { assembleDeb } from './deb.ts';
import { FORMATS, hostTarget, SYSTEM_NAMES } from './product-info.ts';
import { officialRuntime, TEST_BUILD_SUFFIX, testRuntime } from './runtime.ts';

const OUTPUT = join(ROOT, 'dist-packages');

interface Request {
  formats: readonly string[];
  isTest: boolean;
}

/** @throws Error for formats that cannot be built here */
function readRequest(argv: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      linux: { type: 'boolean', default: false },
      win: { type: 'boolean', default: false },
      mac: { type: 'boolean', default: false },
      dir: { type: 'boolean', default: false },
      'test-runtime': { type: 'boolean', default: false },
    },
  });
  const { system } = hostTarget();
  const foreign = (['linux', 'win', 'mac'] as const).find((flag) => values[flag] && flag !== SYSTEM_NAMES[system]);
  if (foreign) throw new Error(`Cannot build packages for another system (--${foreign}). Build them on that system.`);
  const isTest = values['test-runtime'];
  const known = isTest ? ['deb'] : FORMATS[system];
  const unknown = positionals.filter((format) => !known.includes(format));
  if (unknown.length > 0) {
    const where = isTest ? 'with the test runtime' : 'here';
    throw new Error(`Cannot build ${unknown.join(', ')} ${where}. Available: ${known.join(', ')}.`);
  }
  if (values.dir && positionals.length > 0) throw new Error('--dir cannot be combined with a format.');
  const everything = !values.dir && positionals.length === 0;
  return { formats: everything && !isTest ? known : positionals, isTest };
}

async function main(): Promise<void> {
  const { formats, isTest } = readRequest(process.argv.slice(2));
  if (await buildIfChanged()) console.error('Rebuilt changed files.');
  const output = isTest ? join(OUTPUT, TEST_BUILD_SUFFIX) : OUTPUT;
  // Files of an earlier version would look like part of this one.
  await rm(output, { recursive: true, force: true });
  const runtime = isTest ? await testRuntime() : officialRuntime();
  const instead = async (effective: unknown): Promise<boolean> => {
    console.log(`Created ${await assembleDeb(effective)}.`);
    return true;
  };
  // Loaded only for valid arguments: it takes time to load.
  const { packageApp } = await import('./package-app.ts');
  const unpacked = await packageApp({ formats, runtime, output, ...(isTest && { instead }) });
  console.log(`Packages are in ${output}; the unpacked app is in ${unpacked}.`);
}

try {
  await main();
} catch (error) {
  console.error(`package: ${errorText(error)}`);
  process.exitCode = 1;
}
