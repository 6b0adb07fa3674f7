import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { LICENSES_FILE } from '../licenses.ts';
import { DIST, ROOT } from '../paths.ts';
import { afterPack } from './after-pack.ts';
import type { BundledNode } from './bundled-node.ts';
import { DEB_DEPENDS, RPM_DEPENDS } from './depends.ts';
import { APP_ID, COMMAND, DESCRIPTION, MAINTAINER, PRODUCT, SYNOPSIS } from './product-info.ts';
import { type PackageRuntime, TEST_BUILD_SUFFIX } from './runtime.ts';
import type { Stage } from './stage.ts';
import { COMPLETIONS } from './system-files.ts';

const FILES = join(ROOT, 'build/package');

/** Files outside the archive, which Node cannot read: everything for running without a window. The shell is inside. */
const UNPACKED = ['cli', 'service', 'renderer', 'udev', 'node_modules'].map((folder) => `dist/${folder}/**`);

export interface ConfigOptions {
  stage: Stage;
  output: string;
  runtime: PackageRuntime;
  node: BundledNode;
  /** Keeps the inspector, for tests. */
  testBuild: boolean;
  /** Address of the releases; undefined: no metadata for updates. */
  updateFeed: string | undefined;
}

export function packageConfig(options: ConfigOptions): Configuration {
  const { stage, output, runtime, node, testBuild, updateFeed } = options;
  const isMarked = runtime.folder !== undefined;
  const mark = isMarked ? `-${TEST_BUILD_SUFFIX}` : '';
  return {
    // Identifies notifications on Windows; electron/main.ts sets the same id.
    appId: COMMAND,
    productName: PRODUCT,
    copyright: `Copyright ${MAINTAINER.name}`,
    artifactName: `${COMMAND}-\${version}${mark}-\${os}-\${arch}.\${ext}`,
    directories: { output, buildResources: stage.icons },
    electronVersion: runtime.version,
    ...(runtime.folder !== undefined && { electronDist: runtime.folder }),
    // Otherwise electron-builder trusts the checksums beside the downloaded archive.
    ...(runtime.checksums && { electronDownload: { checksums: runtime.checksums } }),
    electronLanguages: ['en-US'],
    asar: true,
    asarUnpack: UNPACKED,
    files: ['package.json', 'dist/**/*', 'dist/node_modules/**/*'],
    extraResources: [
      { from: node.binary, to: node.name },
      { from: node.license, to: 'LICENSE.node.txt' },
      { from: join(DIST, LICENSES_FILE), to: LICENSES_FILE },
      { from: join(ROOT, 'LICENSE'), to: 'LICENSE.mensura.txt' },
    ],
    npmRebuild: false,
    afterPack: (context) => afterPack(context, { testBuild, isMarked }),
    publish: updateFeed ? [{ provider: 'generic', url: updateFeed }] : null,
    toolsets: { appimage: '1.0.3' },
    ...linux(stage),
    ...windows(stage),
    ...mac(stage),
  };
}

function linux({ icons, system }: Stage): Configuration {
  // fpm's syntax for the content of a folder and its destination.
  const systemFiles = [`${system}/usr/=/usr`];
  // Fedora does not use Debian's folder.
  const zshOfFedora = `${system}/${COMPLETIONS.zsh}=/usr/share/zsh/site-functions/_${COMMAND}`;
  const scripts = {
    afterInstall: join(FILES, 'linux/after-install.sh'),
    afterRemove: join(FILES, 'linux/after-remove.sh'),
    appArmorProfile: join(FILES, 'linux/apparmor-profile'),
    fpm: systemFiles,
  };
  return {
    linux: {
      executableName: COMMAND,
      icon: join(icons, 'linux'),
      category: 'Science;Engineering',
      synopsis: SYNOPSIS,
      description: DESCRIPTION,
      maintainer: `${MAINTAINER.name} <${MAINTAINER.email}>`,
      syncDesktopName: true,
      desktop: {
        entry: {
          Keywords: 'measure;sensor;instrument;temperature;humidity;pressure;chart;log;',
          StartupNotify: 'true',
        },
      },
      extraResources: [{ from: join(FILES, 'linux/apparmor-profile'), to: 'apparmor-profile' }],
    },
    deb: { ...scripts, depends: [...DEB_DEPENDS], packageCategory: 'science', priority: 'optional' },
    rpm: { ...scripts, depends: [...RPM_DEPENDS], fpm: [...systemFiles, zshOfFedora] },
  };
}

function windows({ icons }: Stage): Configuration {
  return {
    win: {
      icon: join(icons, 'icon.ico'),
      extraResources: ['mensura.cmd', 'path-entry.ps1'].map((name) => ({
        from: join(FILES, 'windows', name),
        to: `bin/${name}`,
      })),
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      include: join(FILES, 'windows/installer.nsh'),
    },
  };
}

function mac({ icons }: Stage): Configuration {
  return {
    mac: {
      appId: APP_ID,
      icon: join(icons, 'icon.icns'),
      category: 'public.app-category.utilities',
      hardenedRuntime: true,
      extraResources: [{ from: join(FILES, 'mac/mensura.sh'), to: 'bin/mensura' }],
    },
  };
}
