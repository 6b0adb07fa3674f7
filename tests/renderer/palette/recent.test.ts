import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_RECENT, recentCommands, rememberCommand } from '../../../renderer/app/palette/rank.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what was used last', () => {
  test('the newest first, each once', () => {
    for (const id of ['a', 'b', 'a']) rememberCommand(id);
    expect(recentCommands()).toEqual(['a', 'b']);
  });

  test('no more than there is room for', () => {
    for (let index = 0; index < MAX_RECENT + 5; index += 1) rememberCommand(`${index}`);
    expect(recentCommands()).toHaveLength(MAX_RECENT);
    expect(JSON.parse(kept.get('mensura.palette.recent') ?? '')).toHaveLength(MAX_RECENT);
    expect(recentCommands()[0]).toBe(`${MAX_RECENT + 4}`);
  });

  test('what others left there is no reason to fail', () => {
    for (const text of ['{', '{"a":1}', '[1,null,"a"]', `["${'x'.repeat(1000)}","a"]`]) {
      kept.set('mensura.palette.recent', text);
      expect(recentCommands().filter((id) => id !== 'a')).toEqual([]);
    }
  });
});
