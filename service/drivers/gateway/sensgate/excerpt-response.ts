import type { GatewayResponse } from '../../../contract/index.ts';
import type { HttpResponse } from './parse-response.ts';

/** How much of an answer is shown, in bytes. */
const HEAD_BYTES = 256;

/** The longest content type that is shown, in characters. */
const MAX_CONTENT_TYPE = 200;

/** An answer that was not understood, as the user is shown it: no guesses, its beginning as it came. */
export function excerptResponse({ path, status, contentType, body }: HttpResponse): GatewayResponse {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('utf8');
  return { path, status, content_type: contentType.slice(0, MAX_CONTENT_TYPE), head };
}
