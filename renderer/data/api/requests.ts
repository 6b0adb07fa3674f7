import { request } from '../requests.ts';
import type { ApiDocument } from './document.ts';

/** Where the service describes itself. */
export const DOCUMENT_PATH = '/openapi.json';

/** @throws RequestError with the service's own words, or with why it could not be asked */
export function fetchOpenApi(signal: AbortSignal): Promise<ApiDocument> {
  return request(DOCUMENT_PATH, { signal });
}
