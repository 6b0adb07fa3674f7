/** What TLS connections trust and show: certificate authorities, and the client's own certificate. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { errorText } from '../../support/errors.ts';
import type { ClientSecrets } from '../types.ts';

/** A certificate or key of the configuration that cannot be used. The message is a plain sentence. */
export class CertificateError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CertificateFault';
  }
}

let systemContext: tls.SecureContext | undefined;

/** Trusts what this computer trusts. Made once: reading hundreds of authorities takes a noticeable moment. */
function trustSystem(): tls.SecureContext {
  systemContext ??= tls.createSecureContext({ ...systemAuthorities() });
  return systemContext;
}

/**
 * The authorities of the system, and those that Node.js comes with. Runtimes before Node.js 22.15, and Electron's of
 * that time, have no such list; what they trust by themselves must do.
 */
function systemAuthorities(): { ca?: string[] } {
  const list = (tls as Partial<typeof tls>).getCACertificates;
  if (!list) return {};
  return { ca: [...new Set([...list('default'), ...readSystemStore(list)])] };
}

function readSystemStore(list: typeof tls.getCACertificates): string[] {
  try {
    return list('system');
  } catch {
    // A system without a store that can be read: the authorities of Node.js remain.
    return [];
  }
}

/**
 * Everything a TLS connection needs but the broker's name.
 * @throws CertificateError where a certificate or key cannot be used
 */
export function createTlsContext({
  ca,
  certificate,
  key,
}: Pick<ClientSecrets, 'ca' | 'certificate' | 'key'>): tls.SecureContext {
  if (ca) checkCertificate(ca, 'CA certificate');
  if (certificate || key) checkOwn(certificate, key);
  if (!ca && !certificate) return trustSystem();
  try {
    return tls.createSecureContext({
      ...(ca ? { ca } : systemAuthorities()),
      ...(certificate ? { cert: certificate, key } : {}),
    });
  } catch (error) {
    throw new CertificateError(`Cannot use the certificates: ${errorText(error)}.`, error);
  }
}

function checkCertificate(pem: string, what: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new CertificateError(`Cannot read the ${what}: not a PEM certificate.`, error);
  }
}

function checkOwn(certificate: string, key: string): void {
  if (!certificate) throw new CertificateError('A key is set without a client certificate.');
  if (!key) throw new CertificateError('A client certificate is set without a key.');
  const own = checkCertificate(certificate, 'client certificate');
  if (!own.checkPrivateKey(readKey(key))) throw new CertificateError('The key does not match the client certificate.');
}

function readKey(pem: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const encrypted = pem.includes('ENCRYPTED');
    const why = encrypted ? 'it is encrypted. Remove the passphrase' : 'not a PEM private key';
    throw new CertificateError(`Cannot read the key of the client certificate: ${why}.`, error);
  }
}
