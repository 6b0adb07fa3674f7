import type { Mutation } from './mutation.ts';

const SENDERS = 'service/notifications/senders';
const HTTP_TESTS = ['tests/service/notifications/senders/http-senders.test.ts'];
const SMTP_TESTS = ['tests/service/notifications/senders/smtp-replies.test.ts'];
const MAIL_TESTS = ['tests/notifications/email.test.ts'];
const TEST_TESTS = ['tests/service/notifications/destination-test.test.ts'];

/** Notifications: what is sent, to whom, and what the answers mean. */
export const NOTIFICATIONS: readonly Mutation[] = [
  {
    what: 'webhooks are signed without the key',
    file: `${SENDERS}/webhook.ts`,
    find: "createHmac('sha256', signing_key)",
    replace: "createHmac('sha256', '')",
    tests: HTTP_TESTS,
  },
  {
    what: 'requests of webhooks do not name their message',
    file: `${SENDERS}/webhook.ts`,
    find: "      'X-Mensura-Id': message.id,\n",
    replace: '',
    tests: HTTP_TESTS,
  },
  {
    what: 'Retry-After of webhooks is ignored',
    file: `${SENDERS}/http-sender.ts`,
    find: "why.code === 'busy' ?",
    replace: "why.code === 'unknown' ?",
    tests: HTTP_TESTS,
  },
  {
    what: 'closing a sender does not end its request',
    file: `${SENDERS}/http-sender.ts`,
    find: 'signal: ended });',
    replace: 'signal });',
    tests: HTTP_TESTS,
  },
  {
    what: 'long messages are sent to ntfy whole',
    file: `${SENDERS}/ntfy.ts`,
    find: 'message: shortened(text)',
    replace: 'message: text',
    tests: HTTP_TESTS,
  },
  {
    what: 'the priority of ntfy does not follow the severity',
    file: `${SENDERS}/ntfy.ts`,
    find: 'PRIORITIES[alarm.severity]',
    replace: 'PRIORITIES.warning',
    tests: HTTP_TESTS,
  },
  {
    what: 'an e-mail that is sent again has another Message-ID',
    file: `${SENDERS}/email.ts`,
    find: 'return `<${id}@',
    replace: 'return `<${id}.${Math.random()}@',
    tests: MAIL_TESTS,
  },
  {
    what: 'the HTML of an e-mail does not find its chart',
    file: `${SENDERS}/email.ts`,
    find: "cid: 'chart'",
    replace: "cid: 'other'",
    tests: MAIL_TESTS,
  },
  {
    what: 'the password is sent without STARTTLS',
    file: `${SENDERS}/smtp-transaction.ts`,
    find: "requireTLS: server.encryption === 'starttls'",
    replace: 'requireTLS: false',
    tests: SMTP_TESTS,
  },
  {
    what: 'mail servers are trusted with any certificate',
    file: `${SENDERS}/smtp-socket.ts`,
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    tests: MAIL_TESTS,
  },
  {
    what: 'the names of mail servers are not verified',
    file: `${SENDERS}/smtp-socket.ts`,
    find: '...(tls && !tls.checksName &&',
    replace: '...(tls &&',
    tests: MAIL_TESTS,
  },
  {
    what: 'a mail server that is busy needs a change',
    file: `${SENDERS}/smtp-failure.ts`,
    find: 'if (code < 500) return failure',
    replace: 'if (code < 400) return failure',
    tests: SMTP_TESTS,
  },
  {
    what: 'the connection to a mail server stays open',
    file: `${SENDERS}/smtp-transaction.ts`,
    find: '    socket.destroy();\n  }\n}',
    replace: '  }\n}',
    tests: SMTP_TESTS,
  },
  {
    what: 'rejected recipients are not reported',
    file: `${SENDERS}/smtp-transaction.ts`,
    find: '(rejectedErrors ?? [])}`, rejected }',
    replace: '(rejectedErrors ?? [])}` }',
    tests: TEST_TESTS,
  },
  {
    what: 'a password without encryption is not noted',
    file: 'service/notifications/destination-test.ts',
    find: 'if (isPlain && hasSecret',
    replace: 'if (!isPlain && hasSecret',
    tests: TEST_TESTS,
  },
  {
    what: 'a signing key is sent to another address',
    file: 'service/secrets/secret-changes.ts',
    find: 'given.signing_key ?? (stays ?',
    replace: 'given.signing_key ?? (before ?',
    tests: ['tests/service/secrets/secret-changes.test.ts'],
  },
];
