/** Requests that were answered wrongly once, or would be if a check were missing: kept in files, and sent again first. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './api.ts';
import type { FuzzRequest } from './delivery.ts';

/** Where they are kept: a request to an operation as JSON, bytes of a connection as they are. */
const FOLDER = join(import.meta.dirname, '../kept');

/** Of the words in a file's name. */
const MAX_WORDS = 60;

/** A request to an operation as it stands in its file: the body with a character per byte. */
interface KeptForm extends Omit<FuzzRequest, 'body'> {
  /** What was wrong. */
  what: string;
  /** `POST /app/v1/reset` */
  operation: string;
  body?: string;
}

export interface KeptRequest {
  /** Of its file. */
  name: string;
  /** `POST /app/v1/reset` */
  operation: string;
  request: FuzzRequest;
}

/** Keeps a request. @param what was wrong @returns the name of its file */
export function keepRequest({ method, path }: Operation, { body, ...request }: FuzzRequest, what: string): string {
  const form: KeptForm = { what, operation: `${method} ${path}`, ...request };
  if (body) form.body = body.toString('latin1');
  return keep(what, 'json', `${JSON.stringify(form, undefined, 2)}\n`);
}

/** Keeps the bytes of a connection. @param what was wrong @returns the name of the file */
export function keepBytes(bytes: Buffer, what: string): string {
  return keep(what, 'bin', bytes);
}

export function keptRequests(): KeptRequest[] {
  return namesOf('json').map((name) => {
    const form = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as KeptForm;
    const { what: _what, operation, body, ...request } = form;
    const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1');
    return { name, operation, request: { ...request, body: bytes } };
  });
}

export function keptBytes(): { name: string; bytes: Buffer }[] {
  return namesOf('bin').map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));
}

function namesOf(kind: 'json' | 'bin'): string[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(`.${kind}`))
    .toSorted();
}

function keep(what: string, kind: 'json' | 'bin', content: string | Buffer): string {
  const words = what
    .slice(0, MAX_WORDS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = `${words}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${kind}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), content);
  return name;
}
