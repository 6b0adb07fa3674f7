/** The platform's key store (Keychain, DPAPI, Secret Service, KWallet), by Electron's safeStorage. */
import { safeStorage } from 'electron';
import type { SecretEncryption } from '../service/settings/secret-store.ts';

/** What Electron says on Linux where there is no key store, or none that it knows: it would seal with a password that anyone can read in its source. */
const NO_PROTECTION: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/**
 * The key store of this desktop; undefined where there is none that protects anything. Call it when the app is ready:
 * before, Electron knows of none.
 */
export function findKeyStore(platform: NodeJS.Platform = process.platform): SecretEncryption | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (platform === 'linux' && NO_PROTECTION.has(safeStorage.getSelectedStorageBackend())) return undefined;
  return {
    encrypt: (text) => safeStorage.encryptString(text).toString('base64'),
    decrypt: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  };
}
