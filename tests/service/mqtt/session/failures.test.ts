/** Errors as Node.js and Electron give them, and the words made of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../../build/paths.ts';
import { MQTT_ERROR_CODES } from '../../../../service/contract/index.ts';
import { type ConnectionContext, type ConnectionPhase, toMqttError } from '../../../../service/mqtt/session/failure.ts';
import { type Cause, failureOf, isUnexplained } from '../../../../service/mqtt/session/failures.ts';
import { subscribeFailure } from '../../../../service/mqtt/session/reason-codes.ts';

const PLACE: ConnectionContext = {
  host: '10.20.0.7',
  port: 1883,
  tls: false,
  version: 4,
  clientId: 'mensura-1',
  hasUser: true,
  hasClientCertificate: false,
  hasOwnCa: false,
  webSocketPath: undefined,
  proxy: undefined,
  hasProxyUser: false,
  phase: 'connecting',
  waited: 10,
};

function error(code: string, message = code): Cause {
  return { kind: 'error', error: Object.assign(new Error(message), code ? { code } : {}) };
}

const codeOf = (cause: Cause, place: Partial<ConnectionContext> = {}): string =>
  failureOf(cause, { ...PLACE, ...place }).code;

describe('the network', () => {
  test.each([
    ['ENOTFOUND', 'host-unknown'],
    ['EAI_AGAIN', 'host-unknown'],
    ['ECONNREFUSED', 'port-refused'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['EADDRNOTAVAIL', 'unreachable'],
    ['EPERM', 'unreachable'],
    ['EACCES', 'unreachable'],
    ['ESOMETHING', 'unknown'],
  ])('%s while connecting', (code, expected) => {
    expect(codeOf(error(code))).toBe(expected);
  });

  test('several addresses were tried: the first error counts', () => {
    const causes = [
      Object.assign(new Error('a'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('b'), { code: 'EHOSTUNREACH' }),
    ];
    expect(codeOf({ kind: 'error', error: new AggregateError(causes) })).toBe('port-refused');
  });

  test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])('%s on an open connection', (code) => {
    const failure = failureOf(error(code), { ...PLACE, phase: 'online' });
    expect(failure.code).toBe('connection-lost');
    expect(failure.lasting).toBe(false);
    expect(failure.text).toContain(code);
  });

  test('words of the kind that users get', () => {
    expect(failureOf(error('ECONNREFUSED'), PLACE)).toEqual({
      code: 'port-refused',
      text: 'Cannot connect to port 1883 of 10.20.0.7: connection refused.',
      remedy: 'Check the host and port, and that the broker is running. A firewall may also reject the connection.',
      reasonCode: null,
      lasting: false,
    });
  });

  test('silence, by how far the connection came', () => {
    const codes = (['connecting', 'securing', 'asking'] as ConnectionPhase[]).map((phase) =>
      codeOf({ kind: 'silence' }, { phase }),
    );
    expect(codes).toEqual(['unreachable', 'no-answer', 'no-answer']);
  });

  test('a second look is worth while where nothing is explained', () => {
    expect(isUnexplained({ kind: 'closed' })).toBe(true);
    expect(isUnexplained(error('ECONNRESET'))).toBe(true);
    expect(isUnexplained(error('ECONNREFUSED'))).toBe(false);
    expect(isUnexplained({ kind: 'silence' })).toBe(false);
  });
});

describe('TLS, in the words of OpenSSL and of BoringSSL', () => {
  const TLS = { tls: true, phase: 'securing' } as const;
  const openssl = (words: string, alert?: number): string =>
    `40CD8A44517F0000:error:0A00045C:SSL routines:ssl3_read_bytes:${words}:../deps/openssl/openssl/ssl/record/rec_layer_s3.c:918:${alert ? `SSL alert number ${alert}` : ''}\n`;
  const boringssl = (words: string, alert?: number): string =>
    `4012345678:error:1000045c:SSL routines:OPENSSL_internal:${words}:../../third_party/boringssl/src/ssl/tls_record.cc:592:${alert ? `SSL alert number ${alert}` : ''}`;

  test.each([
    ['CERT_HAS_EXPIRED', 'certificate-expired'],
    ['CERT_NOT_YET_VALID', 'certificate-expired'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-untrusted'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-untrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-untrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-untrusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-wrong-name'],
    ['CERT_REVOKED', 'certificate-invalid'],
    ['INVALID_PURPOSE', 'certificate-invalid'],
    ['ERR_SSL_EE_KEY_TOO_SMALL', 'certificate-invalid'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-not-offered'],
    ['ERR_SSL_NO_SHARED_CIPHER', 'tls-failed'],
    ['EPROTO', 'tls-failed'],
    ['ECONNRESET', 'tls-failed'],
  ])('%s', (code, expected) => {
    expect(codeOf(error(code), TLS)).toBe(expected);
  });

  test.each([
    ['EPROTO', openssl('wrong version number'), 'tls-not-offered'],
    ['EPROTO', boringssl('WRONG_VERSION_NUMBER'), 'tls-not-offered'],
    ['ERR_SSL_HTTP_REQUEST', boringssl('HTTP_REQUEST'), 'tls-not-offered'],
    ['EPROTO', openssl('unsupported protocol'), 'tls-failed'],
    ['EPROTO', boringssl('UNSUPPORTED_PROTOCOL'), 'tls-failed'],
    ['EPROTO', openssl('tlsv1 alert protocol version', 70), 'tls-failed'],
    ['EPROTO', boringssl('TLSV1_UNRECOGNIZED_NAME', 112), 'tls-failed'],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      openssl('tlsv13 alert certificate required', 116),
      'client-certificate-refused',
    ],
    [
      'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED',
      boringssl('TLSV1_ALERT_CERTIFICATE_REQUIRED', 116),
      'client-certificate-refused',
    ],
    ['EPROTO', openssl('ssl/tls alert handshake failure', 40), 'client-certificate-refused'],
    ['EPROTO', openssl('tlsv1 alert unknown ca', 48), 'client-certificate-refused'],
    ['EPROTO', boringssl('SSLV3_ALERT_CERTIFICATE_EXPIRED', 45), 'client-certificate-refused'],
  ])('%s, %s', (code, message, expected) => {
    expect(codeOf(error(code, message), TLS)).toBe(expected);
    expect(codeOf(error(code, message), { ...TLS, phase: 'asking' })).toBe(expected);
  });

  test('what the broker says of the client certificate', () => {
    const text = (alert: number, hasClientCertificate: boolean): string =>
      failureOf(error('EPROTO', openssl('alert', alert)), { ...PLACE, ...TLS, hasClientCertificate }).text;
    expect(text(45, true)).toBe(
      'The broker on port 1883 of 10.20.0.7 reports that the client certificate has expired.',
    );
    expect(text(48, true)).toBe(
      'The broker on port 1883 of 10.20.0.7 does not trust the issuer of the client certificate.',
    );
    expect(text(116, false)).toBe(
      'The broker on port 1883 of 10.20.0.7 requires a client certificate, but none is set.',
    );
  });

  test('a broken handshake that may have another reason is tried again soon', () => {
    const broken = failureOf(error('EPROTO', openssl('handshake failure', 40)), { ...PLACE, ...TLS });
    expect(broken.lasting).toBe(false);
    const withCertificate = { ...PLACE, ...TLS, hasClientCertificate: true };
    expect(failureOf(error('EPROTO', openssl('handshake failure', 40)), withCertificate).code).toBe('tls-failed');
  });

  test('the names that a certificate has', () => {
    const text = (cert?: object): string => {
      const wrong = Object.assign(new Error('Hostname/IP does not match'), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
        cert,
      });
      return failureOf({ kind: 'error', error: wrong }, { ...PLACE, ...TLS }).text;
    };
    const begin = 'The certificate of the broker on port 1883 of 10.20.0.7 is not valid for 10.20.0.7.';
    const both = { subject: { CN: 'old' }, subjectaltname: 'DNS:a.example, IP Address:10.0.0.1' };
    expect(text(both)).toBe(`${begin} It was issued for a.example, 10.0.0.1.`);
    expect(text({ subject: { CN: 'old' } })).toBe(`${begin} It was issued for old.`);
    expect(text()).toBe(begin);
  });
});

describe('other protocols', () => {
  const bytes = (text: string): Cause => ({ kind: 'bytes', bytes: Buffer.from(text, 'latin1') });

  test.each([
    ['HTTP/1.1 400 Bad Request\r\n', /it is a web server\.$/],
    ['220 mail.example ESMTP\r\n', /it is a mail or FTP server\.$/],
    ['\u0001\u0002', /does not use MQTT\.$/],
  ])('%j', (text, expected) => {
    const failure = failureOf(bytes(text), { ...PLACE, phase: 'asking' });
    expect(failure.code).toBe('not-mqtt');
    expect(failure.text).toMatch(expected);
  });

  test('a TLS alert where no TLS was spoken', () => {
    expect(codeOf(bytes('\u0015\u0003\u0003\u0000\u0002\u0002\u000a'), { phase: 'asking' })).toBe('tls-expected');
    expect(codeOf(bytes('\u0015\u0003\u0003\u0000\u0002\u0002\u000a'), { phase: 'asking', tls: true })).toBe(
      'not-mqtt',
    );
  });

  test('what cannot be read on an open connection ends it, and it is made again', () => {
    expect(failureOf(error('', 'Invalid header flag bits'), { ...PLACE, phase: 'online' })).toMatchObject({
      code: 'protocol-violated',
      lasting: false,
    });
    expect(failureOf(error('', 'Invalid header flag bits'), { ...PLACE, phase: 'asking' })).toMatchObject({
      code: 'not-mqtt',
      lasting: true,
    });
  });
});

describe('what the broker says', () => {
  test('a reason that has no meaning here', () => {
    expect(failureOf({ kind: 'broker', code: 99 }, PLACE)).toMatchObject({
      code: 'refused',
      reasonCode: 99,
      lasting: true,
    });
  });

  test('another broker to use', () => {
    const { text } = failureOf({ kind: 'broker', code: 157, reference: 'b.example:1883' }, { ...PLACE, version: 5 });
    expect(text).toBe(
      'The broker on port 1883 of 10.20.0.7 has moved permanently (reason code 157). Server reference: b.example:1883.',
    );
  });

  test('as the app API shows it', () => {
    expect(toMqttError(failureOf({ kind: 'broker', code: 4 }, PLACE), 0)).toEqual({
      code: 'credentials-refused',
      text: 'The broker on port 1883 of 10.20.0.7 rejected the username or password (return code 4).',
      remedy: "Check the username and password, and ask the broker's administrator whether this client may connect.",
      reason_code: 4,
      timestamp: '1970-01-01T00:00:00.000Z',
    });
  });
});

test('the manual explains every code, and no other', () => {
  const manual = readFileSync(join(ROOT, 'docs/mqtt-troubleshooting.md'), 'utf8');
  const explained = [...manual.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, code]) => code);
  expect(explained).toHaveLength(MQTT_ERROR_CODES.length);
  expect(new Set(explained)).toEqual(new Set(MQTT_ERROR_CODES));
});

describe('subscriptions that are refused', () => {
  const of = (code: number, version: 4 | 5, filters = ['fleet/+/status']): string => {
    const { lasting, reasonCode, text, remedy } = subscribeFailure(code, filters, { ...PLACE, version });
    expect(reasonCode).toBe(code);
    expect(remedy).toMatch(/\.$/);
    return `${lasting ? 'lasting' : 'passing'}: ${text}`;
  };

  test.each([
    ['hall 2/+/status', ' NATS does not support spaces and periods in topics.'],
    ['hall.2/+/status', ' NATS does not support spaces and periods in topics.'],
    ['fleet/+/status', ''],
  ])('without a reason to %s, with what NATS refuses so', (filter, hint) => {
    const permission = "Ask the broker's administrator for permission to subscribe.";
    expect(subscribeFailure(128, [filter], { ...PLACE, version: 4 }).remedy).toBe(`${permission}${hint}`);
    expect(subscribeFailure(135, [filter], { ...PLACE, version: 5 }).remedy).toBe(permission);
  });

  test('by a broker that says why, and by one that cannot', () => {
    const at = 'The broker on port 1883 of 10.20.0.7';
    expect(of(128, 4)).toBe(
      `lasting: ${at} does not authorize this account to subscribe to fleet/+/status (return code 128).`,
    );
    expect(of(135, 5)).toBe(
      `lasting: ${at} does not authorize this account to subscribe to fleet/+/status (reason code 135).`,
    );
    expect(of(143, 5)).toBe(`lasting: ${at} rejected the topic filter fleet/+/status (reason code 143).`);
    expect(of(162, 5)).toBe(`lasting: ${at} does not support wildcards such as fleet/+/status (reason code 162).`);
    expect(of(200, 5)).toMatch(/^lasting: .* does not authorize this account to subscribe to /);
  });

  test('for a reason that passes', () => {
    expect(of(151, 5)).toMatch(/^passing: .* an exceeded quota /);
    expect(of(145, 5)).toMatch(/^passing: /);
  });

  test('several at once', () => {
    expect(of(135, 5, ['a', 'b', 'c'])).toContain(' subscribe to a and 2 more (');
  });
});
