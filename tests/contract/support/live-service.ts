/** A running service whose settings are changed: nothing stands before them but what the test says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder, launch, type ServiceProcess } from '../../support/process.ts';
import { type Answer, request } from '../../support/raw-http.ts';

export interface LiveService {
  run: ServiceProcess;
  folder: string;
  /** The port it had at its start. */
  port: number;
  get(path: string, port?: number): Promise<Answer>;
  patch(settings: object, headers?: [string, string][], port?: number): Promise<Answer>;
  /** The settings file. */
  saved(): Record<string, unknown>;
}

/** On a free port, by its settings. */
export async function live(
  args: string[] = [],
  { settings = {}, env = {} }: { settings?: object; env?: Record<string, string> } = {},
): Promise<LiveService> {
  const folder = freshFolder();
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ version: 1, port: 0, ...settings }));
  const run = launch(['--data-dir', folder, ...args], env);
  const port = Number(new URL(await run.ready()).port);
  return {
    run,
    folder,
    port,
    get: (path, at = port) => request(at, { path }),
    patch: (body, headers = [], at = port) =>
      request(at, {
        method: 'PATCH',
        path: '/app/v1/settings',
        headers: [['Content-Type', 'application/json'], ...headers],
        body: JSON.stringify(body),
      }),
    saved: () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
  };
}
