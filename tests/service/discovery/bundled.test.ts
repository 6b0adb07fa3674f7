/** The package is CommonJS, and a bundle sees other exports of it than Node does: as built, it must be found too. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import type * as bonjour from '../../../service/discovery/bonjour/index.ts';
import { errorText } from '../../../service/support/errors.ts';
import { freePort, LOOPBACK } from './support/loopback.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('bundled, it joins, and names no fault of its own', async () => {
  await build({
    entryPoints: [join(ROOT, 'service/discovery/bonjour/index.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const { createBonjourJoin } = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as typeof bonjour;
  const failures: string[] = [];
  const place = { ways: () => [LOOPBACK], port: await freePort() };
  const network = await createBonjourJoin(place, {
    heard: () => {},
    removed: () => {},
    failed: (error) => failures.push(errorText(error)),
  });
  network.publish([{ name: 'first', port: 1883, txt: { v: '1' } }]);
  network.browse();
  await network.leave();
  // Where there is no multicast, that alone is said.
  expect(failures.filter((text) => !text.startsWith('cannot use the network at 127.0.0.1: '))).toEqual([]);
});
