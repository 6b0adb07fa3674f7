/** Checks PEM texts (RFC 7468) without decoding them. */

import { type Field, memberAt } from '../../../service/contract/index.ts';
import { plural } from '../../data/format/numbers.ts';
import type { FormError } from '../config-editor/field-errors.ts';
import type { Secret } from './form-values.ts';
import { describeUnreadable } from './use-file-picker.tsx';

export type PemKind = 'certificate' | 'key';

/** In bytes: larger files are not certificates. */
const MAX_FILE = 1024 * 1024;

const LABELS: Readonly<Record<PemKind, RegExp>> = {
  certificate: /-----BEGIN CERTIFICATE-----/g,
  key: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/g,
};

const WORDS: Readonly<Record<PemKind, string>> = { certificate: 'certificate', key: 'private key' };

export const FIRST_LINES: Readonly<Record<PemKind, string>> = {
  certificate: '-----BEGIN CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----',
};

function count(kind: PemKind, text: string): number {
  return text.match(LABELS[kind])?.length ?? 0;
}

/** `2 certificates` */
export function pemSummary(kind: PemKind, text: string): string {
  return plural(count(kind, text), WORDS[kind]);
}

/** @returns a sentence; undefined for an acceptable text */
export function pemError(kind: PemKind, text: string): string | undefined {
  if (count(kind, text) > 0) {
    const isLocked = kind === 'key' && /ENCRYPTED/.test(text);
    return isLocked
      ? 'This private key has a passphrase. To remove the passphrase, run: openssl pkey -in locked.pem -out key.pem'
      : undefined;
  }
  const other: PemKind = kind === 'key' ? 'certificate' : 'key';
  if (count(other, text) > 0) return `This is a ${WORDS[other]}. Enter a ${WORDS[kind]}.`;
  return `Not a PEM ${WORDS[kind]}. The text must contain the line ${FIRST_LINES[kind]}.`;
}

/** @returns the text of the file, or a sentence that explains why it cannot be used */
export async function readPem(
  kind: PemKind,
  file: Pick<File, 'name' | 'size' | 'text'>,
): Promise<{ text: string } | { problem: string }> {
  try {
    const text = file.size > MAX_FILE ? '' : await file.text();
    const problem = pemError(kind, text);
    return problem ? { problem: `${file.name}: ${problem}` } : { text };
  } catch {
    return { problem: describeUnreadable(file.name) };
  }
}

/** The errors of all PEM texts in a form. */
export function pemErrors(fields: readonly Field[], form: unknown): FormError[] {
  return fields.flatMap(({ path, secret }) => {
    const text = memberAt(form, path);
    const isPem = (secret === 'certificate' || secret === 'key') && typeof text === 'string' && text !== '';
    const message = isPem ? pemError(secret, text) : undefined;
    return message ? [{ path, message }] : [];
  });
}

/**
 * A client certificate and its private key belong together.
 * @param stored undefined for a new entry
 * @param within start of both paths: `advanced.`
 */
export function pairErrors(
  form: { certificate: Secret; key: Secret },
  stored: { certificate: unknown; key_set: boolean } | undefined,
  within = '',
): FormError[] {
  const hasCertificate = form.certificate === null ? Boolean(stored?.certificate) : form.certificate !== '';
  const hasKey = form.key === null ? Boolean(stored?.key_set) : form.key !== '';
  if (hasCertificate === hasKey) return [];
  return hasKey
    ? [{ path: `${within}certificate`, message: 'Enter the client certificate for this private key.' }]
    : [{ path: `${within}key`, message: 'Enter the private key for this client certificate.' }];
}
