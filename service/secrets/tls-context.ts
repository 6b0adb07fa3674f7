import { createPrivateKey, X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { errorText } from '../support/errors.ts';
import type { Secrets } from './secrets.ts';

/** An unusable certificate or key of the configuration. The message is a plain sentence. */
export class CertificateError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CertificateFault';
  }
}

let systemContext: tls.SecureContext | undefined;

/** Trusts the system's authorities. Built once: loading hundreds of them takes noticeable time. */
function trustSystem(): tls.SecureContext {
  systemContext ??= tls.createSecureContext({ ...systemAuthorities() });
  return systemContext;
}

/**
 * The authorities of the system and of Node.js. Runtimes before Node.js 22.15, and Electron's of that time, have no
 * such list and use their defaults.
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
    // No readable system store: the authorities of Node.js remain.
    return [];
  }
}

/**
 * TLS options, except the server's name.
 * @throws CertificateError for an unusable certificate or key
 */
export function createTlsContext({
  ca,
  certificate,
  key,
}: Pick<Secrets, 'ca' | 'certificate' | 'key'>): tls.SecureContext {
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
  if (!certificate) throw new CertificateError('A private key is set without a client certificate.');
  if (!key) throw new CertificateError('A client certificate is set without a private key.');
  const own = checkCertificate(certificate, 'client certificate');
  if (!own.checkPrivateKey(readKey(key)))
    throw new CertificateError('The private key does not match the client certificate.');
}

function readKey(pem: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const encrypted = pem.includes('ENCRYPTED');
    const why = encrypted ? 'it is encrypted. Remove the passphrase' : 'not a PEM private key';
    throw new CertificateError(`Cannot read the private key of the client certificate: ${why}.`, error);
  }
}
