import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fusesFor } from '../../build/package/after-pack.ts';
import { LINUX_BINARY } from '../../build/package/product-info.ts';
import { spawnDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { type Made, makePackage } from './support/made.ts';

let made: Made;
let installation: Installation;

beforeAll(async () => {
  made = await makePackage({});
  installation = await install(join(made.app, LINUX_BINARY));
});
afterAll(async () => {
  await installation?.remove();
  await made?.remove();
});

/** The fuses of a release on Linux; the test of the configuration covers the other systems. */
const WANTED: readonly [name: keyof typeof FuseV1Options, on: boolean][] = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', false],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
];

describe('the fuses of a package that is no test build', () => {
  test.each(WANTED)('%s is %s, read back from the binary', async (name, on) => {
    const wire = await getCurrentFuseWire(join(made.app, LINUX_BINARY));
    expect(wire[FuseV1Options[name]]).toBe(on ? FuseState.ENABLE : FuseState.DISABLE);
  });

  test('check the archive where Electron can, and keep the inspector in test builds alone', () => {
    for (const system of ['win32', 'darwin'] as const) {
      expect(fusesFor({ system }, false)[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(true);
    }
    expect(fusesFor({ system: 'linux' }, true)[FuseV1Options.EnableNodeCliInspectArguments]).toBe(true);
  });

  test('refuse the inspector', async () => {
    const app = spawnDesktop(installation, {
      dataDir: await installation.makeFolder('inspected'),
      args: ['--inspect=0', '--simulate=1x0'],
    });
    await app.printed(/is ready: http/);
    app.process.kill('SIGTERM');
    expect(await app.exited()).toBe(0);
    expect(app.output()).not.toContain('Debugger listening');
  });

  test('refuse to run other code', async () => {
    const dataDir = await installation.makeFolder('other');
    const script = 'console.log(`ran ${6 * 7}`)';
    const asNode = spawnDesktop(installation, {
      dataDir,
      args: ['--headless', '-e', script],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(await asNode.exited()).toBe(2);
    const required = spawnDesktop(installation, {
      dataDir,
      args: ['--headless', '--no-such-flag'],
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    });
    expect(await required.exited()).toBe(2);
    expect(asNode.output() + required.output()).not.toContain('ran 42');
  });
});
