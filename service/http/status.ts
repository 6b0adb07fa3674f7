/** The one table from error codes to HTTP statuses. */
import { type ErrorCode, isMensuraError } from '../support/errors.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  usage: 500,
  'port-taken': 500,
  'data-folder-in-use': 500,
  'data-folder-unusable': 500,
  'bad-request': 400,
  'not-found': 404,
  forbidden: 403,
  'method-not-allowed': 405,
  conflict: 409,
  'storage-failed': 500,
  'too-many': 503,
  'instrument-failed': 502,
  timeout: 504,
  internal: 500,
};

/** What the HTTP parser refuses, by its own error codes; anything else it refuses is a bad request. */
const PROTOCOL_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The status of anything that was thrown: what is not ours is a mistake of ours. */
export function statusOf(error: unknown): number {
  return STATUS[isMensuraError(error) ? error.code : 'internal'];
}

/** The status of a request that could not be read as HTTP. */
export function protocolStatus(code: string | undefined): number {
  return PROTOCOL_STATUS[code ?? ''] ?? STATUS['bad-request'];
}
