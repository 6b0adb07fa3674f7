/** What responses of servers mean, in the words of those servers. */
import { expect, test } from 'vitest';
import { responseFailure } from '../../../service/databases/failures.ts';
import { serverMessage } from '../../../service/support/request-failure.ts';

const page = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>${title.slice(4)}</center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

test.each([
  [
    'a full disk of InfluxDB 1.6',
    500,
    '{"error":"engine: error writing WAL entry: write /var/lib/influxdb/wal/plant/autogen/1/_00001.wal: no space left on device"}',
    'server-error',
    'The disk of the server is full (HTTP 500: ',
    'Free up disk space on the server. InfluxDB 1 must be restarted afterwards.',
  ],
  [
    'a full disk of VictoriaMetrics 1.79',
    503,
    'remoteAddr: "127.0.0.1:43396"; requestURI: /write?precision=ms; error when processing imported data: cannot store metrics: the storage is in read-only mode; check -storage.minFreeDiskSpaceBytes command-line flag value',
    'server-error',
    'The disk of the server is full (HTTP 503: ',
    'Free up disk space on the server. InfluxDB 1 must be restarted afterwards.',
  ],
  [
    'a busy server',
    503,
    '{"error":"timeout"}',
    'busy',
    'The server is busy or not ready (HTTP 503: timeout).',
    'Mensura retries when the server permits it.',
  ],
  [
    "plain HTTP at InfluxDB's port of TLS",
    400,
    'Client sent an HTTP request to an HTTPS server.\n',
    'not-a-database',
    'The server on port 8086 of db.example uses TLS.',
    'Start the URL with https:// instead.',
  ],
  [
    "plain HTTP at nginx's port of TLS",
    400,
    page('400 The plain HTTP request was sent to HTTPS port'),
    'not-a-database',
    'The server on port 8086 of db.example uses TLS.',
    'Start the URL with https:// instead.',
  ],
  [
    'no client certificate for nginx',
    400,
    page('400 No required SSL certificate was sent'),
    'client-certificate-refused',
    'The server on port 8086 of db.example requires a client certificate that it trusts.',
    "Enter the client certificate and private key issued by the server's administrator.",
  ],
  [
    'a client certificate that nginx does not trust',
    400,
    page('400 The SSL certificate error'),
    'client-certificate-refused',
    'The server on port 8086 of db.example requires a client certificate that it trusts.',
    "Enter the client certificate and private key issued by the server's administrator.",
  ],
])('%s', (_what, status, body, code, start, remedy) => {
  const why = responseFailure(status, serverMessage(body, undefined), new URL('http://db.example:8086/write'));
  expect(why).toMatchObject({ code, remedy, status });
  expect(why.text.slice(0, start.length)).toBe(start);
});
