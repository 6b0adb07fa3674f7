import { describe, expect, test, vi } from 'vitest';

// Only the pure decision is tested; the module also imports Electron.
vi.mock('electron', () => ({ dialog: {} }));

const { closeAction } = await import('../../electron/closing.ts');

describe('closeAction', () => {
  test.each([
    ['the tray brings the window back', true, true, true, 'hide'],
    ['nothing would bring it back', true, false, true, 'ask'],
    ['the user wants no service without a window', false, true, true, 'quit'],
    ['the same without a tray', false, false, true, 'quit'],
    ['the service is another process', true, true, false, 'quit'],
  ] as const)('when %s', (_when, keepsRunning, canComeBack, hostsService, action) => {
    expect(closeAction({ keepsRunning, canReopen: canComeBack, hostsService })).toBe(action);
  });
});
