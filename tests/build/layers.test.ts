import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';

/** [importing file, imported file, whether that is allowed] */
const IMPORTS = [
  ['service/a.ts', 'electron', false],
  ['service/b.ts', '../renderer/data/store.ts', false],
  ['service/contract/a.ts', 'node:fs', false],
  ['service/contract/b.ts', '../devices/registry.ts', false],
  ['service/contract/c.ts', 'zod', true],
  ['service/contract/d.ts', './app.ts', true],
  ['service/support/a.ts', '../devices/registry.ts', false],
  ['service/devices/a.ts', '../http/index.ts', false],
  ['service/devices/b.ts', '../drivers/driver.ts', false],
  ['service/devices/c.ts', '../contract/index.ts', true],
  ['service/drivers/simulated/a.ts', '../../http/index.ts', false],
  ['service/drivers/serial/a.ts', '../simulated/index.ts', false],
  ['service/drivers/serial/b.ts', '../instruments/line.ts', true],
  ['service/http/a.ts', '../drivers/driver.ts', false],
  ['service/http/b.ts', '../devices/registry.ts', true],
  ['service/http/c.ts', '../mqtt/index.ts', false],
  ['service/mqtt/a.ts', '../http/index.ts', false],
  ['service/mqtt/session/b.ts', '../../drivers/driver.ts', false],
  ['service/databases/a.ts', '../mqtt/types.ts', false],
  ['service/databases/b.ts', '../history/history.ts', false],
  ['service/databases/c.ts', '../outbox/outbox.ts', true],
  ['service/notifications/a.ts', '../databases/types.ts', false],
  ['service/notifications/senders/b.ts', '../../history/history.ts', false],
  ['service/notifications/senders/c.ts', '../../support/http-request.ts', true],
  ['service/notifications/d.ts', '../alarms/manager.ts', true],
  ['service/outbox/a.ts', '../mqtt/types.ts', false],
  ['service/outbox/b.ts', '../support/logger.ts', true],
  ['service/outbox/c.ts', '../settings/options.ts', false],
  ['service/secrets/a.ts', '../mqtt/types.ts', false],
  ['service/mqtt/outbox/b.ts', '../../outbox/outbox.ts', true],
  ['service/mqtt/publish/d.ts', '../../devices/registry.ts', true],
  ['service/http/d.ts', '../discovery/index.ts', false],
  ['service/http/e.ts', '../history/index.ts', false],
  ['service/http/f.ts', '../alarms/index.ts', false],
  ['service/mqtt/e.ts', '../alarms/index.ts', false],
  ['service/history/a.ts', '../mqtt/index.ts', false],
  ['service/history/b.ts', '../alarms/index.ts', false],
  ['service/history/store/c.ts', '../../devices/registry.ts', true],
  ['service/history/store/d.ts', '../parts.ts', true],
  ['service/alarms/a.ts', '../http/index.ts', false],
  ['service/alarms/b.ts', '../history/index.ts', false],
  ['service/alarms/c.ts', '../devices/alarm-source.ts', true],
  ['service/discovery/a.ts', '../mqtt/index.ts', false],
  ['service/discovery/bonjour/b.ts', '../../devices/registry.ts', false],
  ['service/discovery/bonjour/c.ts', '../../support/errors.ts', true],
  ['service/discovery/d.ts', '../contract/index.ts', true],
  ['service/http/g.ts', '../composition/parts.ts', false],
  ['service/http/options.ts', '../mqtt/index.ts', false],
  ['service/cli/a.ts', '../devices/registry.ts', false],
  ['service/cli/commands/b.ts', '../../http/options.ts', false],
  ['service/cli/commands/c.ts', '../../contract/index.ts', true],
  ['service/cli/commands/d.ts', '../client/address.ts', true],
  ['renderer/a.ts', '../service/devices/registry.ts', false],
  ['renderer/data/b.ts', '../../service/service.ts', false],
  ['renderer/c.ts', '../service/contract/index.ts', true],
  ['renderer/d.ts', 'node:fs', false],
  ['renderer/data/e.ts', '../../service/support/backoff.ts', true],
  ['renderer/data/f.ts', '../../service/support/task-queue.ts', true],
  ['renderer/data/g.ts', '../../service/support/logger.ts', false],
  ['tests/emulator/a.ts', '../../service/support/clock.ts', false],
] as const;

/** The linter's messages by file, for a tree of these one-line files. */
describe('the linter keeps dependencies pointing inward', () => {
  let folder: string;
  let refused: Set<string>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mensura-layers-'));
    const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>;
    // Rules on imports do not depend on types, and are faster without.
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
    for (const [file, module] of IMPORTS) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import x from '${module}';\nexport default x;\n`);
    }
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: folder, encoding: 'utf8' });
    const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const restricted = report.diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
    refused = new Set(restricted.map(({ filename }) => filename.replaceAll('\\', '/')));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each(IMPORTS)('%s importing %s: %s', (file, _module, allowed) => {
    expect(refused.has(file)).toBe(!allowed);
  });
});
