/** PKCS#12 files made by OpenSSL, with new and old encryptions, and a broker that requires their certificate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPkcs12, unpackPkcs12 } from '../../service/mqtt/clients/pkcs12.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { type Certificate, createAuthority, pkcs12Of } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger } from '../support/mqtt/session.ts';
import { freshFolder } from '../support/process.ts';
import { runProgram } from '../support/programs.ts';

const ca = createAuthority();
const own = ca.client();

/** A certificate with an RSA key, signed by itself. */
function rsa(): Certificate {
  const folder = freshFolder();
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=rsa'];
  runProgram('openssl', ['req', '-x509', ...made, '-days', '3650'], folder);
  const [certificatePath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  return {
    certificate: readFileSync(certificatePath, 'utf8'),
    key: readFileSync(keyPath, 'utf8'),
    certificatePath,
    keyPath,
  };
}

const OLD = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

describe('reads the certificate and key of a file', () => {
  test.each([
    ['with AES-256, as OpenSSL 3 writes it', []],
    ['with 3DES, as Windows writes it', OLD],
    ['with RC2 and 3DES, as OpenSSL 1 writes it', ['-legacy']],
    ['without encryption', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ['without a check of its integrity', ['-nomac']],
    ['with the certificate of its authority', ['-certfile', ca.certificatePath]],
  ])('%s', async (_, more) => {
    for (const certificate of [own, rsa()]) {
      for (const password of ['secret', 'Grün€ 鍵', '']) {
        const read = await readPkcs12(pkcs12Of(certificate, password, ...more), password);
        expect(read).toMatchObject({ certificate: expect.stringContaining(certificate.certificate.trim()) });
        if ('path' in read) continue;
        expect(read.certificate.startsWith(certificate.certificate.trim())).toBe(true);
        expect(read.certificate.includes(ca.certificate.trim())).toBe(more.includes('-certfile'));
        // The key of the file in the same form.
        const plain = join(freshFolder(), 'plain.pem');
        runProgram('openssl', ['pkcs8', '-topk8', '-nocrypt', '-in', certificate.keyPath, '-out', plain], '/');
        expect(read.key).toBe(readFileSync(plain, 'utf8'));
      }
    }
  });
});

describe('refuses', () => {
  const file = pkcs12Of(own, 'secret');

  test('a wrong and a missing password', async () => {
    for (const each of [file, pkcs12Of(own, 'secret', ...OLD), pkcs12Of(own, 'secret', '-nomac')]) {
      const path = 'advanced.pkcs12_passphrase';
      expect(await readPkcs12(each, 'Secret')).toEqual({ path, message: 'is not the password of this file' });
      expect(await readPkcs12(each, '')).toEqual({ path, message: 'is required for this file' });
    }
  });

  test('a file without a key, and one that is damaged or something else', async () => {
    const path = 'advanced.pkcs12';
    expect(await readPkcs12(pkcs12Of(own, 'a', '-nokeys'), 'a')).toEqual({ path, message: 'has no private key' });
    const message = 'is damaged, or not a PKCS#12 file';
    expect(await readPkcs12(file.subarray(0, 400), 'secret')).toEqual({ path, message });
    expect(await readPkcs12(Buffer.from(own.certificate), '')).toEqual({ path, message });
    expect(await readPkcs12(Buffer.alloc(0), '')).toEqual({ path, message });
  });

  test('a file whose password would take minutes to check', async () => {
    const slow = pkcs12Of(own, 'secret', '-iter', '2000000');
    expect(await readPkcs12(slow, 'secret')).toMatchObject({ message: expect.stringContaining('takes too long') });
  });

  test('a file together with PEM texts, and a password without a file', async () => {
    const both = { advanced: { pkcs12: file.toString('base64'), key: own.key } };
    await expect(unpackPkcs12(both)).rejects.toThrow('must not be given together with certificate or key');
    await expect(unpackPkcs12({ advanced: { pkcs12_passphrase: 'secret' } })).rejects.toThrow('is required');
  });
});

test('connects to a broker that requires the certificate', async () => {
  const { port } = await startMosquitto({ tls: { certificate: ca.server(), clientCa: ca } });
  const pkcs12 = pkcs12Of(own, 'secret', '-legacy').toString('base64');
  const given = { port, ssl: true, advanced: { ca: ca.certificate, pkcs12, pkcs12_passphrase: 'secret' } };
  const config = clientConfig(await unpackPkcs12(given));
  const options = { config, clientId: 'one', clock: systemClock, logger: listeningLogger().logger };
  expect(await testConnection(options)).toMatchObject({ ok: true });
});
