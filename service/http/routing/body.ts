/** Reads the bodies of all writes. */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { MensuraError } from '../../support/errors.ts';
import type { BodyWorker } from './body-worker.ts';
import { type JsonBody, readJson } from './strict-json.ts';

export interface BodyOptions {
  /** Maximum size in bytes. */
  maxBytes: number;
  /** Whether an empty body counts as an empty object. */
  mayBeEmpty: boolean;
  /** Parses the bytes; default: JSON, on the main thread. */
  reader?: BodyWorker | undefined;
}

/** Pages of other sites cannot send these types without a preflight, which is refused. */
function hasType({ headers }: IncomingMessage, types: readonly string[]): boolean {
  return types.includes(headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function requirePlain({ headers }: IncomingMessage, maxBytes: number): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new MensuraError('bad-request', 'Compressed bodies are not supported.');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** @throws MensuraError `bad-request` for a body that is not a file of these types, or too large */
export function requireUpload(request: IncomingMessage, types: readonly string[], maxBytes: number): void {
  if (!hasType(request, types)) {
    throw new MensuraError(
      'bad-request',
      `This request requires a file and the header Content-Type: ${types.join(' or ')}.`,
    );
  }
  requirePlain(request, maxBytes);
}

function tooLarge(maxBytes: number): MensuraError {
  return new MensuraError('bad-request', `The body is too large. The limit is ${maxBytes} bytes.`);
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else settle(tooLarge(maxBytes));
    };
    const settle = (error?: MensuraError): void => {
      stopListening();
      request.off('data', onData);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks, size));
    };
    const stopListening = finished(request, { writable: false }, (cause) =>
      settle(cause ? new MensuraError('bad-request', 'The body is incomplete.', { cause }) : undefined),
    );
    request.on('data', onData);
  });
}

/** @throws MensuraError `bad-request` if the body cannot be read as JSON; errors of the reader */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, mayBeEmpty, reader }: BodyOptions,
): Promise<JsonBody> {
  if (!hasType(request, ['application/json'])) {
    throw new MensuraError(
      'bad-request',
      'This request requires a JSON body and the header Content-Type: application/json.',
    );
  }
  requirePlain(request, maxBytes);
  const leave = reader?.enter();
  try {
    const bytes = await readBytes(request, maxBytes);
    if (bytes.length === 0 && mayBeEmpty) return { value: {}, problem: undefined };
    return reader ? await reader.read(bytes) : readJson(bytes);
  } finally {
    leave?.();
  }
}
