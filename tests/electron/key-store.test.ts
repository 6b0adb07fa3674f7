import { beforeEach, describe, expect, test, vi } from 'vitest';

const safeStorage = vi.hoisted(() => ({
  isEncryptionAvailable: vi.fn<() => boolean>(),
  getSelectedStorageBackend: vi.fn<() => string>(),
  encryptString: vi.fn<(text: string) => Buffer>(),
  decryptString: vi.fn<(sealed: Buffer) => string>(),
}));
vi.mock('electron', () => ({ safeStorage }));

const { findKeyStore } = await import('../../electron/key-store.ts');

describe('findKeyStore', () => {
  beforeEach(() => {
    vi.resetAllMocks();
    safeStorage.isEncryptionAvailable.mockReturnValue(true);
    safeStorage.getSelectedStorageBackend.mockReturnValue('gnome_libsecret');
    safeStorage.encryptString.mockImplementation((text) => Buffer.from([0xff, 0x00, ...Buffer.from(text)]));
    safeStorage.decryptString.mockImplementation((sealed) => sealed.subarray(2).toString());
  });

  test.each(['linux', 'darwin', 'win32'] as const)('encrypts and decrypts any text on %s', (platform) => {
    const store = findKeyStore(platform);
    const sealed = store?.encrypt('Größe 日本') ?? '';
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(store?.decrypt(sealed)).toBe('Größe 日本');
    expect(safeStorage.decryptString.mock.calls[0]?.[0].subarray(0, 2)).toEqual(Buffer.from([0xff, 0x00]));
  });

  test.each(['linux', 'darwin', 'win32'] as const)('is undefined on %s without encryption in Electron', (platform) => {
    safeStorage.isEncryptionAvailable.mockReturnValue(false);
    expect(findKeyStore(platform)).toBeUndefined();
  });

  test.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('accepts %s', (backend) => {
    safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
    expect(findKeyStore('linux')).toBeDefined();
  });

  test.each(['basic_text', 'unknown'])('rejects %s, which does not protect', (backend) => {
    safeStorage.getSelectedStorageBackend.mockReturnValue(backend);
    expect(findKeyStore('linux')).toBeUndefined();
  });

  test.each(['darwin', 'win32'] as const)('does not query the backend on %s', (platform) => {
    expect(findKeyStore(platform)).toBeDefined();
    expect(safeStorage.getSelectedStorageBackend).not.toHaveBeenCalled();
  });

  test('passes errors of the key store on', () => {
    safeStorage.encryptString.mockImplementation(() => {
      throw new Error('locked');
    });
    expect(() => findKeyStore('darwin')?.encrypt('x')).toThrow('locked');
  });
});
