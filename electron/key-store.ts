import { safeStorage } from 'electron';
import type { SecretEncryption } from '../service/settings/secret-store.ts';

/** Without a known key store on Linux, Electron encrypts with a password from its public source. */
const NO_PROTECTION: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/**
 * The key store of the platform (Keychain, DPAPI, Secret Service, KWallet); undefined without protection. Call it after
 * the app is ready.
 */
export function findKeyStore(platform: NodeJS.Platform = process.platform): SecretEncryption | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (platform === 'linux' && NO_PROTECTION.has(safeStorage.getSelectedStorageBackend())) return undefined;
  return {
    encrypt: (text) => safeStorage.encryptString(text).toString('base64'),
    decrypt: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  };
}
