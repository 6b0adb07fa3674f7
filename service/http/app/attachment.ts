/** Files that are streamed while they are created. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface Attachment {
  /** File name: only letters, digits and `-_.`. */
  file: string;
  contentType: string;
  /** Fails if the file cannot be completed. Destroying it cancels the creation. */
  stream: Readable;
}

/** Aborts the connection if the file fails, so that a part does not look complete. */
export async function sendAttachment({ file, contentType, stream }: Attachment, response: Response): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`);
  response.setHeader('Cache-Control', 'no-store');
  if (response.req.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // The creator of the file reports the error. If the caller left before the first byte, the pipeline is not connected,
  // and the stream is destroyed here.
  await pipeline(stream, response).catch(() => stream.destroy());
}
