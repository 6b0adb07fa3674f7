import { expect, test } from 'vitest';
import { type ConnectionContext, type Failure, failure } from '../../../../service/mqtt/session/failure.ts';
import { Reporter } from '../../../../service/mqtt/session/reporter.ts';
import type { Logger } from '../../../../service/support/logger.ts';

const place: ConnectionContext = {
  host: '127.0.0.1',
  port: 1883,
  tls: false,
  version: 4,
  clientId: 'lab',
  hasUser: false,
  hasClientCertificate: false,
  hasOwnCa: false,
  webSocketPath: undefined,
  proxy: undefined,
  hasProxyUser: false,
  phase: 'online',
  waited: 0,
};

function played(): { reporter: Reporter; lines: string[] } {
  const lines: string[] = [];
  const log = (text: string): void => {
    lines.push(text);
  };
  const logger: Logger = { error: log, warn: log, info: log, debug: log, child: () => logger };
  return { reporter: new Reporter(logger), lines };
}

const CLOSED = 'connection failed: It closed the connection';

const closed: Failure = failure('connection-lost', 'It closed the connection.', '');
const refused: Failure = failure('port-refused', 'Nothing is listening.', '');

test('a broker that restarts in a loop is told of once for each cause, until it is steady again', () => {
  const { reporter, lines } = played();
  reporter.connected(place);
  for (let round = 0; round < 50; round += 1) {
    reporter.failed(closed, true);
    reporter.failed(refused, false);
    reporter.connected(place);
  }
  expect(lines.slice(1)).toEqual([CLOSED, 'connection failed: Nothing is listening']);
  reporter.stable(place);
  reporter.failed(closed, false);
  expect(lines.at(-1)).toBe(CLOSED);
});
