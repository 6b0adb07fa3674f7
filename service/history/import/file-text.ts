/** The text of a file: UTF-8, with or without a byte order mark, or else Windows-1252. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/** Bytes at the beginning of a file from which its form is recognized. */
const HEAD_BYTES = 256 * 1024;

type Encoding = 'utf-8' | 'windows-1252';

/** The first lines of a file, without a line that is cut off. */
export async function headOf(path: string): Promise<string> {
  const bytes = await headBytes(path);
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return bytes.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Pieces of the text. @param onRead is called with the number of bytes of each */
export async function* textOf(path: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decode = decoderOf(encodingOf(await headBytes(path)));
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: HEAD_BYTES })) {
    const bytes = chunk as Buffer;
    const text = decode(bytes);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
    onRead(bytes.length);
  }
}

function decoderOf(encoding: Encoding): (bytes: Buffer) => string {
  if (encoding === 'utf-8') {
    const decoder = new StringDecoder('utf8');
    return (bytes) => decoder.write(bytes);
  }
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: true });
}

async function headBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  try {
    // A character may be cut off at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
