import { describe, expect, it } from 'vitest';
import { isRuntimeSwitch, ownWords } from '../../electron/arguments.ts';

describe('ownWords', () => {
  it('takes everything after the program when packaged', () => {
    expect(ownWords(['/opt/mensura', '--port', '0'], false)).toEqual(['--port', '0']);
  });

  it('takes what follows the app that Electron was told to run', () => {
    expect(ownWords(['electron', '--inspect=0', '/app', '--port', '0'], true)).toEqual(['--port', '0']);
  });

  it('takes nothing when Electron runs no app', () => {
    expect(ownWords(['electron', '--inspect=0'], true)).toEqual([]);
  });
});

describe('isRuntimeSwitch', () => {
  it('knows switches with and without a value', () => {
    expect(isRuntimeSwitch('--ozone-platform=wayland')).toBe(true);
    expect(isRuntimeSwitch('--disable-gpu')).toBe(true);
  });

  it('leaves everything else to be checked strictly', () => {
    expect(isRuntimeSwitch('--prot')).toBe(false);
    expect(isRuntimeSwitch('--no-sandboxes')).toBe(false);
  });
});
