/** What runs here, on what, and how it was started. */
import { readFile } from 'node:fs/promises';
import * as os from 'node:os';
import { APP_VERSION_TEXT } from '../contract/index.ts';

/** As Linux distributions name themselves (os-release(5)); empty elsewhere. */
async function distribution(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? '';
}

/**
 * @param started what the run was told to do, without secrets
 * @param env of which the names of our own variables are told, never a value
 */
export async function systemInfo(
  host: 'desktop' | 'headless',
  started: object,
  env: NodeJS.ProcessEnv = process.env,
): Promise<object> {
  return {
    release: APP_VERSION_TEXT,
    host,
    started_with: started,
    environment: Object.keys(env).filter((name) => name.startsWith('MENSURA_')),
    versions: process.versions,
    system: {
      platform: process.platform,
      arch: process.arch,
      type: os.type(),
      kernel: os.release(),
      version: os.version(),
      distribution: await distribution(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      processors: os.cpus().length,
      memory_bytes: os.totalmem(),
      free_memory_bytes: os.freemem(),
      running_s: Math.round(os.uptime()),
    },
    process: {
      running_s: Math.round(process.uptime()),
      memory: process.memoryUsage(),
      as_root: process.getuid?.() === 0,
    },
  };
}
