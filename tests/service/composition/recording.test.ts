import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRecording } from '../../../service/composition/recording.ts';
import { SettingsStore } from '../../../service/settings/settings-store.ts';
import { startNodeHelper } from '../../../service/support/helper-process.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { ShutdownStack } from '../../../service/support/shutdown-stack.ts';
import { createBench } from '../devices/support.ts';

const GIB = 1024 ** 3;

test('history and CSV files follow the settings from the start to the stop', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-recording-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { clock, registry } = createBench();
  const settings = new SettingsStore(dataDir, silentLogger);
  await settings.patch({ history_raw_days: 3, history_minute_days: 40, history_max_gib: 0.5 });
  const { history, start } = createRecording({
    corrections: { versionsOf: () => [] },
    computed: { entries: new Map() },
    options: { dataDir, simulatePublish: false },
    settings,
    registry,
    startHelper: startNodeHelper,
    clock,
    logger: silentLogger,
  });
  const begun = vi.spyOn(history, 'start').mockReturnValue();
  const changed = vi.spyOn(history, 'change').mockResolvedValue();
  const parts = new ShutdownStack(silentLogger);
  start(parts);
  const retention = { rawDays: 3, minuteDays: 40, maxBytes: GIB / 2 };
  expect(begun.mock.calls).toEqual([[{ record: true, retention }]]);

  await settings.patch({ history: false, history_max_gib: 2 });
  expect(changed.mock.calls).toEqual([[{ record: false, retention: { ...retention, maxBytes: 2 * GIB } }]]);

  const listen = vi.spyOn(registry.events, 'on');
  await settings.patch({ csv_log: true });
  expect(listen.mock.calls.map(([name]) => name)).toContain('readings');

  await settings.patch({ csv_log: false });
  await parts.stop();
  changed.mockClear();
  listen.mockClear();
  await settings.patch({ history: true, csv_log: true });
  expect(changed).not.toHaveBeenCalled();
  expect(listen).not.toHaveBeenCalled();
});
