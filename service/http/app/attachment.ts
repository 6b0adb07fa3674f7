/** Files that are sent while they are made. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface Attachment {
  /** The name under which a browser keeps it: letters, digits and `-_.` alone. */
  file: string;
  contentType: string;
  /** Ends when it is complete; fails where it could not be completed. Destroying it ends its making. */
  stream: Readable;
}

/** A file that breaks off takes its connection with it, so that nobody takes it for a whole one. */
export async function sendAttachment({ file, contentType, stream }: Attachment, response: Response): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`);
  response.setHeader('Cache-Control', 'no-store');
  if (response.req.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // Whoever makes the file tells why it broke off: here there is nobody left to be told. Where the reader left before
  // there was anything to send, nothing is connected: the making is ended here.
  await pipeline(stream, response).catch(() => stream.destroy());
}
