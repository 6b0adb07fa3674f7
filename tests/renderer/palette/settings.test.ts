import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findable, rank } from '../../../renderer/app/palette/rank.ts';
import type { settingCommands } from '../../../renderer/app/palette/setting-commands.ts';
import { CSV_LOG_FIELDS } from '../../../renderer/features/history/settings/history-form.ts';
import type { AppStatus } from '../../../service/contract/index.ts';

let commandsOf: typeof settingCommands;

beforeAll(async () => {
  vi.stubGlobal('location', { hash: '' });
  ({ settingCommands: commandsOf } = await import('../../../renderer/app/palette/setting-commands.ts'));
});

const titlesFor = (query: string): string[] =>
  rank(findable(commandsOf(null, () => undefined)), query, []).rows.map(({ title }) => title);

describe('finds a setting by its usual words', () => {
  test.each([
    ['port', 'Port'],
    ['http address', 'Port'],
    ['cors', 'Allowed web origins'],
    ['autostart', 'Start at login'],
    ['retention', 'Retention of raw readings'],
    ['keep days', 'Retention of raw readings'],
    ['disk space', 'Maximum size of the history'],
    ['excel comma', 'Decimal mark of CSV files'],
    ['delimiter', 'Separator of CSV files'],
    ['fahrenheit', 'Display units'],
    ['dark', 'Theme'],
    ['mdns', 'Discover other Mensura installations on the local network'],
    ['directory', 'Data folder'],
    ['factory', 'Reset to defaults'],
    ['debug', 'Log level'],
    ['demo', 'Show simulated devices'],
  ])('%s', (query, title) => {
    expect(titlesFor(query)[0]).toBe(title);
  });

  test('has each option of the CSV files', () => {
    const ids = commandsOf(null, () => undefined).map(({ id }) => id);
    for (const { path } of CSV_LOG_FIELDS) expect(ids).toContain(`setting ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no settings of the window if the service has none', () => {
    const headless = commandsOf({ host: 'headless' } as AppStatus, () => undefined).map(({ title }) => title);
    expect(headless).not.toContain('Start hidden');
    expect(headless).toContain('Port');
  });
});
