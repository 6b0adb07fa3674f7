import { request } from '../requests.ts';
import type { ApiDocument } from './document.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** @throws RequestError */
export function fetchOpenApi(signal: AbortSignal): Promise<ApiDocument> {
  return request(DOCUMENT_PATH, { signal });
}
