/** Client certificates from PKCS#12 files (RFC 7292). */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { MAX_PKCS12_BYTES, type MqttClientInput } from '../../contract/index.ts';
import { type FieldError, invalidFields } from '../../support/errors.ts';
import type { ClientSecrets } from '../types.ts';

const FILE = 'advanced.pkcs12';
const PASSWORD = 'advanced.pkcs12_passphrase';

/** Most certificates of a file: a long chain. */
const MAX_CERTIFICATES = 32;

type Pair = Pick<ClientSecrets, 'certificate' | 'key'>;

/** Whether a request has a PKCS#12 file or its password, so that it must be unpacked. */
export function hasPkcs12({ advanced }: MqttClientInput): boolean {
  return advanced?.pkcs12 !== undefined || advanced?.pkcs12_passphrase !== undefined;
}

/**
 * A request in which the certificate and key of its PKCS#12 file, if any, replace the file.
 * @throws MensuraError `bad-request`
 */
export async function unpackPkcs12<Input extends MqttClientInput>(input: Input): Promise<Input> {
  if (!input.advanced) return input;
  const { pkcs12, pkcs12_passphrase, ...advanced } = input.advanced;
  if (pkcs12 === undefined && pkcs12_passphrase === undefined) return input;
  if (pkcs12 === undefined || pkcs12 === '') {
    throw invalidFields([{ path: FILE, message: 'is required with its password' }]);
  }
  if (advanced.certificate || advanced.key) {
    const message = 'must not be given together with certificate or key';
    throw invalidFields([{ path: FILE, message }]);
  }
  const pair = await readPkcs12(Buffer.from(pkcs12, 'base64'), pkcs12_passphrase ?? '');
  if ('path' in pair) throw invalidFields([pair]);
  return { ...input, advanced: { ...advanced, ...pair } };
}

/** @returns PEM texts, the certificate of the key first; or the error */
export async function readPkcs12(file: Buffer, password: string): Promise<Pair | FieldError> {
  if (file.length > MAX_PKCS12_BYTES) return { path: FILE, message: `must have at most ${MAX_PKCS12_BYTES} bytes` };
  // Loaded for the first file: few installations have one.
  const { readBags, certificateDer, keyDer, TooManyIterationsError } = await import('./pkcs12-library.ts');
  try {
    const { keys, certificates } = readBags(file, password);
    const [key] = keys;
    if (!key) return { path: FILE, message: 'has no private key' };
    if (keys.length > 1) return { path: FILE, message: 'has more than one private key' };
    if (certificates.length > MAX_CERTIFICATES) {
      return { path: FILE, message: `must have at most ${MAX_CERTIFICATES} certificates` };
    }
    const own = createPrivateKey(pem('PRIVATE KEY', keyDer(key)));
    return pairOf(
      own,
      certificates.map((bag) => new X509Certificate(pem('CERTIFICATE', certificateDer(bag)))),
    );
  } catch (error) {
    if (error instanceof TooManyIterationsError) {
      return { path: FILE, message: 'has a password that takes too long to check; export it with fewer iterations' };
    }
    return explain(error, password);
  }
}

function pairOf(key: KeyObject, certificates: X509Certificate[]): Pair | FieldError {
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) return { path: FILE, message: 'has no certificate for its private key' };
  const chain = [own, ...certificates.filter((certificate) => certificate !== own)];
  return {
    certificate: chain.map(String).join(''),
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** The library's errors are texts; none of them has the password. */
function explain(error: unknown, password: string): FieldError {
  const text = error instanceof Error ? error.message : '';
  if (/MAC could not be verified|wrong password|Failed to decrypt/i.test(text)) {
    const message = password === '' ? 'is required for this file' : 'is not the password of this file';
    return { path: PASSWORD, message };
  }
  return /unsupported|not supported/i.test(text)
    ? { path: FILE, message: 'uses an unsupported encryption; export it again with AES-256 or 3DES' }
    : { path: FILE, message: 'is damaged, or not a PKCS#12 file' };
}

/** @param der Latin-1 */
function pem(label: string, der: string): string {
  const lines =
    Buffer.from(der, 'latin1')
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
