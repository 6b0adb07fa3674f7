/**
 * `npm run package`: makes the packages of Mensura for the system that it runs on. Everything is in `dist-packages/`.
 *
 *   npm run package                              every format of this system
 *   npm run package -- --linux deb AppImage      some of them; --win and --mac alike
 *   npm run package -- --dir                     the unpacked app alone
 *   npm run package -- --test-runtime [deb]      for trying without access to Electron's releases: the unpacked app, and a
 *                                                Debian package, with a third party's Electron; marked, not to be passed on
 *
 * Environment: MENSURA_UPDATE_FEED (address where the releases will lie: makes the files that describe them for updates,
 * too), MENSURA_MAINTAINER (e-mail address), MENSURA_HOMEPAGE; and electron-builder's own for signing.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../../service/support/errors.ts';
import { buildIfChanged } from '../freshness.ts';
import { ROOT } from '../paths.ts';
import { assembleDeb } from './deb.ts';
import { officialRuntime, TEST_MARK, testRuntime } from './runtime.ts';
import { FORMATS, hostTarget, type Target } from './target.ts';

const OUTPUT = join(ROOT, 'dist-packages');

const FLAG_OF: Readonly<Record<Target['system'], 'linux' | 'win' | 'mac'>> = {
  linux: 'linux',
  win32: 'win',
  darwin: 'mac',
};

interface Wish {
  formats: readonly string[];
  isTest: boolean;
}

/** @throws Error naming what cannot be made here */
function readWish(argv: readonly string[]): Wish {
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
  const foreign = (['linux', 'win', 'mac'] as const).find((flag) => values[flag] && flag !== FLAG_OF[system]);
  if (foreign) throw new Error(`Packages are made on the system that they are for; --${foreign} is for another one.`);
  const isTest = values['test-runtime'];
  const known = isTest ? ['deb'] : FORMATS[system];
  const unknown = positionals.filter((format) => !known.includes(format));
  if (unknown.length > 0) {
    const where = isTest ? 'with the test runtime' : 'here';
    throw new Error(`${unknown.join(', ')} cannot be made ${where}. What can: ${known.join(', ')}.`);
  }
  if (values.dir && positionals.length > 0) throw new Error('--dir stops before there is any format; leave one out.');
  const everything = !values.dir && positionals.length === 0;
  return { formats: everything && !isTest ? known : positionals, isTest };
}

async function main(): Promise<void> {
  const { formats, isTest } = readWish(process.argv.slice(2));
  if (await buildIfChanged()) console.error('Built what changed.');
  const output = isTest ? join(OUTPUT, TEST_MARK) : OUTPUT;
  // What an earlier version left there would look like a part of this one.
  await rm(output, { recursive: true, force: true });
  const runtime = isTest ? await testRuntime() : officialRuntime();
  const instead = async (effective: unknown): Promise<boolean> => {
    console.log(`Made ${await assembleDeb(effective)}.`);
    return true;
  };
  // Loaded only when needed: a wish that is refused is not worth the packager.
  const { packageApp } = await import('./package-app.ts');
  const unpacked = await packageApp({ formats, runtime, output, ...(isTest && { instead }) });
  console.log(`Everything is in ${output}; the unpacked app is ${unpacked}.`);
}

try {
  await main();
} catch (error) {
  console.error(`package: ${errorText(error)}`);
  process.exitCode = 1;
}
