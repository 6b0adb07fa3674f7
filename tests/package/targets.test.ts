import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Packager } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledNode } from '../../build/package/bundled-node.ts';
import { packageConfig } from '../../build/package/config.ts';
import { type PackedFile, packedFiles, usbBinary } from '../../build/package/files.ts';
import { ICNS_SIZES, ICO_SIZES, icnsFile, icoFile } from '../../build/package/icon-files.ts';
import { FORMATS, PACKAGE_TARGETS, type PackageTarget } from '../../build/package/product-info.ts';
import { officialRuntime } from '../../build/package/runtime.ts';
import { type Stage, stage } from '../../build/package/stage.ts';
import { ROOT } from '../../build/paths.ts';
import { WORKERS } from '../../service/support/worker-file.ts';

const nameOf = ({ system, arch }: PackageTarget): string => `${system} ${arch}`;
const PLATFORM_KEY = { linux: 'linux', win32: 'win', darwin: 'mac' } as const;

/** Limit of the app's own files, in bytes. */
const MOST_BYTES = 30 * 2 ** 20;

let folders: Stage;
beforeAll(async () => {
  folders = await stage({ system: 'linux', arch: 'x64' }, '');
});
afterAll(() => rm(folders.root, { recursive: true, force: true }));

function config(updateFeed?: string) {
  return packageConfig({
    stage: folders,
    output: join(folders.root, 'out'),
    runtime: officialRuntime(),
    node: bundledNode(),
    testBuild: false,
    updateFeed,
  });
}

/** The configuration after electron-builder's validation. */
async function effective(updateFeed?: string) {
  const packager = new Packager({ projectDir: folders.app, config: config(updateFeed) });
  await packager.validateConfig();
  return packager.config;
}

describe('the configuration', () => {
  test('is what electron-builder understands', async () => {
    const { npmRebuild, asar, publish, electronVersion } = await effective();
    expect({ npmRebuild, asar, publish }).toEqual({ npmRebuild: false, asar: true, publish: null });
    expect(electronVersion).toBe(officialRuntime().version);
  });

  test('has the checksum of the Electron that each package downloads', async () => {
    const { electronDownload } = await effective();
    const released = JSON.parse(await readFile(join(ROOT, 'node_modules/electron/checksums.json'), 'utf8')) as unknown;
    expect(electronDownload).toEqual({ checksums: released });
    const archives = PACKAGE_TARGETS.map(
      ({ system, arch }) => `electron-v${officialRuntime().version}-${system}-${arch}.zip`,
    );
    expect(released).toMatchObject(
      Object.fromEntries(archives.map((archive) => [archive, expect.stringMatching(/^[\da-f]{64}$/)])),
    );
  });

  test('would be refused with a word that there is none of', async () => {
    const wrong = { ...config(), linux: { ...config().linux, desktopp: {} } };
    await expect(new Packager({ projectDir: folders.app, config: wrong }).validateConfig()).rejects.toThrow(
      'does not match the API schema',
    );
  });

  test('updates from where the release says, and from nowhere else', async () => {
    const { publish } = await effective('https://updates.example/mensura');
    expect(publish).toEqual([{ provider: 'generic', url: 'https://updates.example/mensura' }]);
  });

  test.each(Object.keys(PLATFORM_KEY) as PackageTarget['system'][])('names files that exist for %s', async (system) => {
    const { [PLATFORM_KEY[system]]: own, nsis, deb, rpm, extraResources = [] } = config();
    const resources = [extraResources, own?.extraResources ?? []].flat();
    const paths = resources.map((entry) => (typeof entry === 'string' ? entry : (entry?.from ?? '')));
    const scripts = [deb, rpm].flatMap((family) => [
      family?.afterInstall,
      family?.afterRemove,
      family?.appArmorProfile,
    ]);
    const icon = own?.icon;
    const named = [
      ...paths,
      ...(system === 'linux' ? scripts : []),
      ...(system === 'win32' ? [nsis?.include] : []),
      icon,
    ];
    for (const path of named) expect((await stat(String(path))).size, String(path)).toBeGreaterThan(0);
  });

  test('keeps what Node has to read out of the archive', async () => {
    const { asarUnpack } = await effective();
    for (const part of ['cli', 'service', 'renderer', 'udev', 'node_modules']) {
      expect(asarUnpack).toContain(`dist/${part}/**`);
    }
  });

  test('takes no dependency of the source tree along', async () => {
    const manifest = JSON.parse(await readFile(join(folders.app, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest)).not.toContain('dependencies');
    expect(Object.keys(manifest)).not.toContain('devDependencies');
  });
});

describe.each(PACKAGE_TARGETS.map((target) => [nameOf(target), target] as const))(
  'what is packed for %s',
  (name, target) => {
    let files: PackedFile[];
    beforeAll(async () => {
      files = await packedFiles(target);
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const list = files.map(({ path, size }) => `${String(size).padStart(9)}  ${path}`).join('\n');
      console.log(`${name}: ${FORMATS[target.system].join(', ')}; ${files.length} files, ${total} bytes\n${list}`);
    });
    const paths = (): string[] => files.map(({ path }) => path);

    test('is what runs', () => {
      for (const file of [
        'cli/mensura.mjs',
        'service/main.mjs',
        'electron/main.mjs',
        'electron/preload.cjs',
        'renderer/index.html',
        'udev/70-mensura.rules',
        'THIRD-PARTY-LICENSES.txt',
      ]) {
        expect(paths()).toContain(file);
      }
      for (const worker of Object.keys(WORKERS)) {
        expect(paths()).toContain(`service/${worker}.mjs`);
        expect(paths()).toContain(`electron/${worker}.mjs`);
      }
      expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    });

    test('is no source, no test and no map', () => {
      expect(paths().filter((path) => /\.(tsx?|map|cpp|h|gyp)$|(^|\/)tests?\/|\.test\./.test(path))).toEqual([]);
    });

    test('is no native code of another system', () => {
      const native = paths().filter((path) => path.endsWith('.node'));
      const { system, arch } = target;
      const own = new RegExp(`/(${system}-${arch}|darwin-x64\\+arm64|usb-${system}-${arch}(-gnu|-msvc)?)/`);
      for (const path of native) {
        expect(path).toMatch(own);
        if (system !== 'darwin') expect(path).not.toContain('darwin');
      }
      expect(native.filter((path) => path.includes('@serialport'))).toHaveLength(1);
    });

    test('has its native code for USB where it is built', async () => {
      const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { os?: string[]; cpu?: string[] }>;
      };
      const entry = lock.packages[`node_modules/@node-usb/${usbBinary(target)}`];
      expect(entry).toMatchObject({ os: [target.system], cpu: [target.arch] });
      const isHere = target.system === process.platform && target.arch === process.arch;
      expect(paths().some((path) => path.includes('@node-usb/'))).toBe(isHere);
    });
  },
);

describe('icons', () => {
  const picture = async (size: number) => ({ size, png: await readFile(join(ROOT, `build/icons/icon-${size}.png`)) });

  test('of Windows hold every picture where the head says', async () => {
    const pictures = await Promise.all(ICO_SIZES.map(picture));
    const file = icoFile(pictures);
    expect(file.readUInt16LE(4)).toBe(pictures.length);
    for (const [index, { png }] of pictures.entries()) {
      const [length, offset] = [file.readUInt32LE(14 + index * 16), file.readUInt32LE(18 + index * 16)];
      expect(file.subarray(offset, offset + length).equals(png)).toBe(true);
    }
  });

  test('of macOS are blocks that end where the file ends', async () => {
    const file = icnsFile(await Promise.all(ICNS_SIZES.map(picture)));
    expect(file.toString('latin1', 0, 4)).toBe('icns');
    const types: string[] = [];
    let at = 8;
    while (at < file.length) {
      types.push(file.toString('latin1', at, at + 4));
      expect(file.readUInt32BE(at + 8)).toBe(0x89504e47);
      at += file.readUInt32BE(at + 4);
    }
    expect(at).toBe(file.readUInt32BE(4));
    expect(types).toContain('ic10');
  });
});
