import type { Mutation } from './mutation.ts';

const SESSION = 'service/databases/session.ts';
const SESSION_TESTS = ['tests/service/databases/session.test.ts'];
const WRITER = 'service/databases/line-writer.ts';
const WRITER_TESTS = ['tests/service/databases/line-writer.test.ts'];
const LINES = 'service/contract/line-protocol.ts';
const LINES_TESTS = ['tests/service/contract/line-protocol.test.ts'];
const FAILURES = 'service/databases/failures.ts';
const FAILURES_TESTS = ['tests/service/databases/failures.test.ts'];
const BACKFILL_TESTS = ['tests/service/databases/backfill.test.ts'];

/** Databases: lines, requests, retries and backfills. */
export const DATABASES: readonly Mutation[] = [
  {
    what: 'a backslash at the end of a tag stays',
    file: LINES,
    find: String.raw`.replace(/[\\\s]+$/, '')`,
    replace: '',
    tests: LINES_TESTS,
  },
  {
    what: 'tags without a value are written',
    file: LINES,
    find: "name !== '' && value !== ''",
    replace: 'true',
    tests: LINES_TESTS,
  },
  {
    what: 'the expected data ignores extra tags',
    file: 'renderer/features/databases/editor/line-size.ts',
    find: 'deviceLineHead(measurement, tags, own)',
    replace: 'deviceLineHead(measurement, [], own)',
    tests: ['tests/renderer/components/expected-traffic.test.ts'],
  },
  {
    what: 'a request that names no line discards its lines',
    file: WRITER,
    find: 'if (!isServerWriting && !blamesLine(message)) {',
    replace: 'if (attempt.rejections < 0) {',
    tests: WRITER_TESTS,
  },
  {
    what: 'a batch with one bad line is discarded as a whole',
    file: WRITER,
    find: 'if (lines.length === 1 || (isContent',
    replace: 'if (lines.length >= 1 || (isContent',
    tests: WRITER_TESTS,
  },
  {
    what: 'Retry-After is ignored',
    file: WRITER,
    find: 'status === 429 || status === 503',
    replace: 'status < 0',
    tests: WRITER_TESTS,
  },
  {
    what: 'lines of a failed request are not taken again',
    file: SESSION,
    find: '    source.rewind();\n',
    replace: '',
    tests: SESSION_TESTS,
  },
  {
    what: 'refused credentials are tried as often as a server that is away',
    file: SESSION,
    find: 'result.failure.isLasting ? slowRetry : retry',
    replace: 'retry',
    tests: SESSION_TESTS,
  },
  {
    what: 'a full disk of the server is an error like any other',
    file: FAILURES,
    find: 'status >= 500 && DISK_FULL.test(message)',
    replace: 'status < 0',
    tests: FAILURES_TESTS,
  },
  {
    what: 'plain HTTP at a port of TLS is told as refused readings',
    file: 'service/support/request-failure.ts',
    find: 'if (NEEDS_TLS.test(message)) {',
    replace: 'if (status < 0) {',
    tests: FAILURES_TESTS,
  },
  {
    what: 'a client certificate that is missing with TLS 1.2 is an error of TLS like any other',
    file: 'service/support/connection-failure.ts',
    find: '(40|42|43',
    replace: '(42|43',
    tests: ['tests/databases/tls.test.ts'],
  },
  {
    what: 'the outbox of every database is that of an MQTT client in its problem',
    file: 'service/databases/running-database.ts',
    find: 'owner: `database "${fields.name}"`',
    replace: 'owner: `MQTT client ${fields.name}`',
    tests: ['tests/databases/full-disk.test.ts'],
  },
  {
    what: 'a backfill begins anew after a restart',
    file: 'service/databases/backfill.ts',
    find: '    this.#position = position;\n    if (backfill',
    replace: '    if (backfill',
    tests: BACKFILL_TESTS,
  },
];
