/** Bundles the measured programs into plain JavaScript, so that their memory does not include a type stripper. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../../build/paths.ts';
import { WORKERS } from '../../service/support/worker-file.ts';

const ENTRIES = {
  bare: new URL('./servers/bare.ts', import.meta.url),
  express: new URL('./servers/express.ts', import.meta.url),
  mensura: new URL('./servers/mensura.ts', import.meta.url),
  relay: new URL('./servers/relay.ts', import.meta.url),
  publishing: new URL('./servers/publishing.ts', import.meta.url),
  usbReader: new URL('./usb/reader.ts', import.meta.url),
  serialReader: new URL('./computed/programs/reader.ts', import.meta.url),
  remotes: new URL('./gateways/programs/remotes.ts', import.meta.url),
  bareReader: new URL('./gateways/programs/bare-reader.ts', import.meta.url),
  databaseFleet: new URL('./databases/programs/fleet.ts', import.meta.url),
  publisher: new URL('./mqtt/programs/publisher.ts', import.meta.url),
  sink: new URL('./databases/programs/sink.ts', import.meta.url),
  historyRecorder: new URL('./history/programs/recorder.ts', import.meta.url),
  historyRows: new URL('./history/programs/rows.ts', import.meta.url),
  scalingService: new URL('./scaling/programs/service.ts', import.meta.url),
  scalingBare: new URL('./scaling/programs/bare.ts', import.meta.url),
  scalingClient: new URL('./scaling/programs/client.ts', import.meta.url),
  streams: new URL('./connections/programs/service.ts', import.meta.url),
  bareStreams: new URL('./connections/programs/bare.ts', import.meta.url),
  streamClients: new URL('./connections/programs/stream-clients.ts', import.meta.url),
};

export type ServerName = keyof typeof ENTRIES;

/** Inside the tree, so that the servers find their packages; not in dist/, which is shipped. */
const FOLDER = join(ROOT, '.cache/bench');

/** The built server. */
export function serverPath(name: ServerName): string {
  return join(FOLDER, `${name}.mjs`);
}

/** The service's worker threads, beside the program that starts them. */
const workers = Object.entries(WORKERS).map(([name, entry]) => [name, join(ROOT, 'service', entry)] as const);

export function buildServers(): Promise<void> {
  const entries = Object.entries(ENTRIES).map(([name, url]) => [name, fileURLToPath(url)] as const);
  return bundle(Object.fromEntries([...entries, ...workers]), FOLDER);
}

/**
 * Bundles programs into a folder inside the tree.
 * @param entries source files by output name
 */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  folder: string,
  plugins: Plugin[] = [],
): Promise<void> {
  await build({
    entryPoints: { ...entries },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Profiles name functions by their source.
    sourcemap: true,
    logLevel: 'warning',
    plugins,
  });
}
