/** Files with certificates and keys, as the user chooses them. */
import { expect, test } from 'vitest';
import { readPem } from '../../../renderer/components/form/pem.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';

const file = (text: string, size = text.length) => ({ name: 'ca.pem', size, text: () => Promise.resolve(text) });

test('is the text of a file', async () => {
  expect(await readPem('certificate', file(CERTIFICATE))).toEqual({ text: CERTIFICATE });
});

test.each([
  ['key', file(CERTIFICATE), 'ca.pem: This is a certificate. Enter a private key.'],
  ['certificate', file(CERTIFICATE, 1024 * 1024 + 1), /^ca\.pem: Not a PEM certificate/],
] as const)('says what is wrong with one for a %s', async (kind, wrong, problem) => {
  expect(await readPem(kind, wrong)).toEqual({ problem: expect.stringMatching(problem) });
});

test('says that a file cannot be read', async () => {
  const gone = { ...file(''), text: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')) };
  expect(await readPem('certificate', gone)).toEqual({
    problem: 'Cannot read ca.pem: moved, or access denied. Choose it again.',
  });
});
