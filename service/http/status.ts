/** The table from error codes to HTTP statuses. */
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

/** Error codes of the HTTP parser; any other is a bad request. */
const PROTOCOL_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The status of a thrown error; an unknown one is internal. */
export function statusOf(error: unknown): number {
  return STATUS[isMensuraError(error) ? error.code : 'internal'];
}

/** The status of invalid HTTP. */
export function protocolStatus(code: string | undefined): number {
  return PROTOCOL_STATUS[code ?? ''] ?? STATUS['bad-request'];
}
