import { expect, test } from 'vitest';
import { connectErrorOf } from '../../../service/support/connect-error.ts';

test.each([
  ['host-unknown', ['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']],
  ['lookup-failed', ['EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL']],
  ['refused', ['ECONNREFUSED']],
  ['no-route', ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']],
  ['no-connection', ['ETIMEDOUT']],
  ['not-permitted', ['EACCES', 'EPERM']],
  // A connection that was there and ended, and what is no code at all.
  [undefined, ['ECONNRESET', 'EPIPE', 'constructor', '']],
])('%s', (obstacle, codes) => {
  for (const code of codes) expect([code, connectErrorOf(code)]).toEqual([code, obstacle]);
});
