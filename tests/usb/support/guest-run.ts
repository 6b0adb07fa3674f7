/** Runs a group of scenarios in a guest, and hands out the result of each check as it comes. */
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import { bootVm, type Vm } from '../../../build/vm/boot.ts';
import { nodeScript } from '../../../build/vm/node-script.ts';
import type { GroupName } from '../scenarios/index.ts';
import type { CheckResult } from './scenario.ts';

/** How much of a guest's console is shown when it did not say how a check went, in lines. */
const CONSOLE_LINES = 80;

export interface GuestRun {
  /**
   * The result of a check; waits for it.
   * @throws Error with the guest's console when the guest ended without it
   */
  result(scenario: string, check: string): Promise<CheckResult>;
  /** The console, when the guest is off. */
  console(): Promise<string>;
  stop(): Promise<void>;
}

export interface GuestRunOptions {
  group: GroupName;
  limitMs: number;
  env?: Record<string, string>;
}

/** Boots a guest and lets it run a group; resolves when it has begun. Build first (`npm run build`). */
export async function runInGuest({ group, limitMs, env = {} }: GuestRunOptions): Promise<GuestRun> {
  const results = new Map<string, CheckResult>();
  const listeners = new Set<() => void>();
  let off = false;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const guest: Vm = await bootVm({
    ...nodeScript({
      file: join(ROOT, 'tests/usb/guest/main.ts'),
      args: [group],
      starts: [join(ROOT, 'tests/emulator/usb/main.ts')],
      env,
    }),
    // Electron is many processes that wait for each other: with one processor its window takes minutes.
    processors: group === 'app' ? 2 : 1,
    limitMs,
    onOutput: (line) => {
      const result = JSON.parse(line) as CheckResult;
      results.set(`${result.scenario} ${result.check}`, result);
      tell();
    },
  });
  void guest.ended.finally(() => {
    off = true;
    tell();
  });
  const arrival = (key: string): Promise<CheckResult | undefined> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!off && !results.has(key)) return;
        listeners.delete(look);
        resolve(results.get(key));
      };
      listeners.add(look);
      look();
    });
  return {
    result: async (scenario, check) => {
      const found = await arrival(`${scenario} ${check}`);
      if (found) return found;
      const { console: text, timedOut } = await guest.ended;
      const how = timedOut ? `was still running after ${limitMs} ms` : 'ended';
      const tail = text.split('\n').slice(-CONSOLE_LINES).join('\n');
      throw new Error(`The guest ${how} without saying how this went. Its console:\n${tail}`);
    },
    console: async () => (await guest.ended).console,
    stop: async () => {
      guest.kill();
      await guest.ended;
    },
  };
}
