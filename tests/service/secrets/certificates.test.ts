import { describe, expect, test } from 'vitest';
import { certificateErrors, summarize } from '../../../service/secrets/certificates.ts';
import * as pem from '../mqtt/clients/support/pem.ts';

const { CA, CERTIFICATE, KEY, OTHER_CA, OTHER_CERTIFICATE, OTHER_KEY } = pem;

/** One sign of the second line changed: still base64, no longer a certificate. */
function damaged(text: string): string {
  const [first = '', second = '', ...rest] = text.split('\n');
  return [first, `AAAA${second.slice(4)}`, ...rest].join('\n');
}

describe('a summary', () => {
  test('tells whose it is, who signed it and how long it is valid', () => {
    expect(summarize(CERTIFICATE)).toEqual({
      subject: 'O=Mensura tests, CN=lab client',
      issuer: 'O=Mensura tests, CN=Test CA',
      valid_from: '2024-01-01T00:00:00.000Z',
      valid_to: '2123-12-31T23:59:59.000Z',
    });
  });

  test('of several certificates tells of the first', () => {
    expect(summarize(CERTIFICATE + CA)?.subject).toBe('O=Mensura tests, CN=lab client');
  });

  test.each(['', 'nonsense', KEY, damaged(CA)])('is null where there is no certificate', (text) => {
    expect(summarize(text)).toBeNull();
  });
});

describe('certificates and keys', () => {
  test.each([
    ['nothing', '', '', ''],
    ['an authority', CA, '', ''],
    ['several authorities', CA + OTHER_CA, '', ''],
    ['a client certificate with its key', '', CERTIFICATE, KEY],
    ['a chain with the key of its first', '', CERTIFICATE + CA, KEY],
    ['words around them', `Our CA:\n${CA}\nend`, `Bag Attributes\n${CERTIFICATE}`, `note\n${KEY}`],
    [
      'the line ends of Windows',
      CA.replaceAll('\n', '\r\n'),
      CERTIFICATE.replaceAll('\n', '\r\n'),
      KEY.replaceAll('\n', '\r\n'),
    ],
  ])('are good: %s', (_what, ca, certificate, key) => {
    expect(certificateErrors({ ca, certificate, key })).toEqual([]);
  });

  test.each([
    ['no PEM', 'x', '', '', 'ca', /is not a PEM certificate/],
    ['blanks', ' ', '', '', 'ca', /is not a PEM certificate/],
    ['a damaged authority', damaged(CA), '', '', 'ca', /is a damaged certificate/],
    ['a damaged second authority', CA + damaged(OTHER_CA), '', '', 'ca', /number 2 of 2/],
    ['half an authority', CA.slice(0, 200), '', '', 'ca', /is not a PEM certificate/],
    ['a whole and half an authority', CA + OTHER_CA.slice(0, 200), '', '', 'ca', /has incomplete certificates/],
    ['a key among the authorities', CA + KEY, '', '', 'ca', /private key/],
    ['a key with the certificate', '', CERTIFICATE + KEY, KEY, 'certificate', /private key/],
    ['a damaged certificate', '', damaged(CERTIFICATE), KEY, 'certificate', /is a damaged certificate/],
    ['a certificate alone', '', CERTIFICATE, '', 'key', /is required with a client certificate/],
    ['a key alone', '', '', KEY, 'certificate', /is required with a private key/],
    ["another client's key", '', CERTIFICATE, OTHER_KEY, 'key', /does not match/],
    ['a chain in the wrong order', '', CA + CERTIFICATE, KEY, 'key', /does not match/],
    ['a certificate for a key', '', CERTIFICATE, OTHER_CERTIFICATE, 'key', /is not a PEM private key/],
    ['two keys', '', CERTIFICATE, KEY + OTHER_KEY, 'key', /more than one/],
    ['a damaged key', '', CERTIFICATE, damaged(KEY), 'key', /is damaged or of an unsupported type/],
    ['an encrypted key', '', CERTIFICATE, pem.ENCRYPTED_KEY, 'key', /encrypted.*passphrase/],
    ['a key encrypted in the older form', '', CERTIFICATE, pem.OLD_ENCRYPTED_KEY, 'key', /encrypted.*passphrase/],
    ['a key too short for TLS', '', pem.SHORT_CERTIFICATE, pem.SHORT_KEY, 'certificate', /cannot be used for TLS/],
  ])('are refused: %s', (_what, ca, certificate, key, name, message) => {
    const errors = certificateErrors({ ca, certificate, key });
    expect(errors).toEqual([{ path: `advanced.${name}`, message: expect.stringMatching(message) }]);
    // What is base64 in them is never told.
    expect(JSON.stringify(errors)).not.toMatch(/[A-Za-z0-9+/]{24}/);
  });

  test('each wrong one is told', () => {
    expect(certificateErrors({ ca: 'x', certificate: 'y', key: 'z' }).map(({ path }) => path)).toEqual([
      'advanced.ca',
      'advanced.certificate',
      'advanced.key',
    ]);
  });
});
