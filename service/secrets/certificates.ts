/** Validates and summarizes certificates and keys in PEM form (RFC 7468). */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { CertificateSummary } from '../contract/index.ts';
import type { FieldError } from '../support/errors.ts';
import type { Secrets } from './secrets.ts';

/** What TLS uses, as PEM texts. */
type ClientTls = Pick<Secrets, 'ca' | 'certificate' | 'key'>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The labels of all PEM blocks in a text. */
const LABEL = /-----BEGIN ([A-Z0-9 ]+)-----/g;

function labelsOf(pem: string): string[] {
  return [...pem.matchAll(LABEL)].map(([, label = '']) => label);
}

/**
 * The first certificate of a text.
 * @returns null if the text has no readable certificate
 */
export function summarize(pem: string): CertificateSummary | null {
  const [certificate] = readCertificates(pem);
  if (!certificate) return null;
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    valid_from: certificate.validFromDate.toISOString(),
    valid_to: certificate.validToDate.toISOString(),
  };
}

/** Node.js returns one attribute per line, and undefined for a name without attributes. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}

/** In the order of the text; undefined for each unreadable one. */
function readCertificates(pem: string): (X509Certificate | undefined)[] {
  return [...pem.matchAll(CERTIFICATE)].map(([text]) => {
    try {
      return new X509Certificate(text);
    } catch {
      // The caller names the field; the parser's error would not help the user.
      return undefined;
    }
  });
}

/** Undefined for valid certificates and for an empty text. */
function chainError(pem: string): string | undefined {
  if (pem === '') return undefined;
  const labels = labelsOf(pem);
  if (labels.some((label) => label.endsWith('PRIVATE KEY'))) return 'has a private key, which must be in key';
  const certificates = readCertificates(pem);
  if (certificates.length === 0) return 'is not a PEM certificate (-----BEGIN CERTIFICATE-----)';
  if (certificates.length < labels.length) return 'has incomplete certificates';
  const bad = certificates.indexOf(undefined);
  if (bad < 0) return undefined;
  return certificates.length === 1
    ? 'is a damaged certificate'
    : `has a damaged certificate (number ${bad + 1} of ${certificates.length})`;
}

/** The key, or the error of its PEM text. */
function readKey(pem: string): KeyObject | string {
  const keys = labelsOf(pem).filter((label) => label.endsWith('PRIVATE KEY'));
  if (keys.length === 0) return 'is not a PEM private key (-----BEGIN PRIVATE KEY-----)';
  if (keys.length > 1) return 'has more than one private key';
  if (keys[0] === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type: *4,ENCRYPTED/m.test(pem)) {
    return 'is encrypted; remove the passphrase (openssl pkey -in key.pem -out plain.pem)';
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // The parser's error would not help the user and could quote the key.
    return 'is damaged or of an unsupported type';
  }
}

/**
 * Field errors of certificates and key, as at `advanced.ca`, `advanced.certificate` and `advanced.key`. Does not check
 * validity dates: the clock may be wrong, and the server decides.
 * @param within path of the object that has them, with its period
 */
export function certificateErrors({ ca, certificate, key }: ClientTls, within = 'advanced.'): FieldError[] {
  const errors: FieldError[] = [];
  const add = (name: string, message: string | undefined): void => {
    if (message) errors.push({ path: within + name, message });
  };
  add('ca', chainError(ca));
  add('certificate', chainError(certificate));
  if (certificate !== '' && key === '') add('key', 'is required with a client certificate');
  if (certificate === '' && key !== '') add('certificate', 'is required with a private key');
  const read = key === '' ? undefined : readKey(key);
  if (typeof read === 'string') add('key', read);
  if (errors.length > 0) return errors;
  if (read && typeof read !== 'string') {
    const [own] = readCertificates(certificate);
    if (!own?.checkPrivateKey(read)) add('key', 'does not match the certificate');
  }
  if (errors.length === 0) add(...tlsError({ ca, certificate, key }));
  return errors;
}

/** What TLS itself refuses, such as a short key: reported on saving instead of on each connection. */
function tlsError({ ca, certificate, key }: ClientTls): [string, string | undefined] {
  try {
    if (ca) createSecureContext({ ca });
  } catch (error) {
    return ['ca', refusedByTls(error)];
  }
  try {
    if (certificate) createSecureContext({ cert: certificate, key });
  } catch (error) {
    return ['certificate', refusedByTls(error)];
  }
  return ['ca', undefined];
}

/** The reason is an OpenSSL text such as `ee key too small`. */
function refusedByTls(error: unknown): string {
  const { reason } = error as { reason?: unknown };
  return `cannot be used for TLS${typeof reason === 'string' ? `: ${reason}` : ''}`;
}
