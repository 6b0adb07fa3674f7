/** What the documentation's commands find: a Mensura with the published instrument, a broker, and the usual names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, ROOT } from '../../../build/paths.ts';
import { startAcceptingDatabase } from '../../support/accepting-database.ts';
import { atEnd } from '../../support/at-end.ts';
import { freePort } from '../../support/free-port.ts';
import { type Heard, hear } from '../../support/hear.ts';
import { writeImportFiles } from '../../support/import-files.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { freshFolder } from '../../support/process.ts';
import { findProgram } from '../../support/programs.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';

export interface World {
  service: RunningService;
  /** Where commands run: what they write is gone afterwards. */
  folder: string;
  /** Takes back all that was set in Mensura, and what the broker keeps. */
  reset(): Promise<void>;
  /** Runs a line in a shell, its addresses being those of this world. */
  run(text: string, env?: Record<string, string>): Heard;
}

/** Puts a program of this name before the system's own. */
function shim(bin: string, name: string, line: string): void {
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\nexec ${line}\n`);
  chmodSync(path, 0o755);
}

/** A shell and all that it began are ended together. */
function endAll(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Prints the ID of the newest import as soon as the service is not busy with it. */
const NEWEST_IMPORT = `while jobs=$(mensura import list --json) && grep -q "progress.: *[0-9]" <<< "$jobs"; do sleep 0.1; done
grep -o "id.: *.[0-9a-f]\\{8\\}" <<< "$jobs" | head -n 1 | grep -o "[0-9a-f]*$"`;

export async function openWorld(): Promise<World> {
  const [broker, instrument, folder] = [await startMosquitto(), await plug(), freshFolder()];
  const service = await serve([instrument]);
  await measured(service);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const curl = findProgram('curl');
  if (!curl) throw new Error('curl is missing. On Debian or Ubuntu: apt-get install curl');
  // A refusal is to be a failure; nothing else of the command changes.
  shim(bin, 'curl', `${curl} -sS --fail-with-body "$@"`);
  shim(bin, 'mensura', `${process.execPath} ${join(DIST, 'cli/mensura.mjs')} "$@"`);
  shim(bin, 'newest-import', `bash -c '${NEWEST_IMPORT}'`);
  writeImportFiles(folder);
  const places: [RegExp, string][] = [
    [/(?<=127\.0\.0\.1:|localhost:)11395/g, String(service.port)],
    [/(?<=port":\s?|--port |-p )1883/g, String(broker.port)],
    [/(?<=--port )(?:8080|11396)/g, String(await freePort())],
    [/(?<=localhost:)8086/g, new URL(await startAcceptingDatabase()).port],
    // The IDs in the documents are examples: here the service has assigned others.
    [/3fa91c02/g, '$(newest-import)'],
    [/b01a2b3c4/g, '$(mensura database ls --json | grep -o "b[0-9a-f]\\{8\\}" | head -n 1)'],
    [/\/tmp\/(?=instrument|ttyEMU)/g, `${folder}/`],
    // npm runs what it runs in the project's folder.
    [/(?<=^npm .*--output )(?=\w)/g, `${folder}/`],
    [/\/dev\/ttyS0/g, instrument.options.path],
    [/(?<=\s)broker\.example/g, '127.0.0.1'],
    [/(?<=^mosquitto_sub )/g, `-p ${broker.port} `],
  ];
  const run: World['run'] = (text, env = {}) => {
    const line = places.reduce((all, [place, ours]) => all.replaceAll(place, ours), text);
    const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...surroundings } = process.env;
    const child = spawn('bash', ['-c', line], {
      cwd: /^(?:npm|npx|node)\s/.test(text) ? ROOT : folder,
      detached: true,
      env: {
        ...surroundings,
        PATH: `${bin}:${process.env['PATH']}`,
        MENSURA_URL: service.url,
        // Of a Mensura that the command itself starts.
        MENSURA_PORT: '0',
        MENSURA_DATA_DIR: join(folder, 'data'),
        ...env,
      },
    });
    atEnd(() => endAll(child));
    return hear(child);
  };
  const reset = async (): Promise<void> => {
    const answer = await fetch(`${service.url}/app/v1/reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        parts: [
          'settings',
          'devices',
          'mqtt',
          'gateways',
          'databases',
          'destinations',
          'alarms',
          'dashboards',
          'corrections',
          'computed',
          'run_plans',
        ],
      }),
    });
    if (!answer.ok) throw new Error(`The reset was refused: ${await answer.text()}`);
    await broker.restart();
  };
  return { service, folder, reset, run };
}
