/** What errors of an SMTP transaction mean (RFC 5321, section 4.2; RFC 4954, section 6; RFC 3207, section 4). */
import { connectionFailure, formatServer, responseTimeout } from '../../support/connection-failure.ts';
import { errorText } from '../../support/errors.ts';
import { shortMessage } from '../../support/request-failure.ts';
import type { DeliveryFailure } from '../types.ts';
import { failure, fromConnection, RETRIES } from './delivery-failure.ts';
import { otherEncryption, type SmtpServer } from './smtp-socket.ts';

/** An error of nodemailer. */
export interface SmtpError extends Error {
  /** Its own code, as in `EAUTH`. */
  code?: string;
  /** Code of the system or of TLS. */
  originalCode?: string;
  /** As in `535`. */
  responseCode?: number;
  response?: string;
  /** As in `RCPT TO`. */
  command?: string;
  /** One for each recipient that the server rejected. */
  rejectedErrors?: readonly SmtpError[];
  recipient?: string;
  /** Of `ETIMEDOUT`: `SOCKET_TIMEOUT` between two replies, others before the first. */
  timeoutType?: string;
}

const CHECK_PASSWORD =
  'Check the username and password. Some providers require an app password, or SMTP access turned on in the account.';

/** The server's reply in parentheses; empty without one. */
function saidBy(response: string | undefined): string {
  const said = shortMessage(response ?? '');
  return said === '' ? '' : ` (${said})`;
}

/** `The server rejected 2 recipients: a@example.com, b@example.com (550 no such user).` */
export function rejectedText(errors: readonly SmtpError[]): string {
  const names = errors.flatMap(({ recipient }) => recipient ?? []).join(', ');
  const count = errors.length === 1 ? 'a recipient' : `${errors.length} recipients`;
  return `The server rejected ${count}: ${names}${saidBy(errors[0]?.response)}.`;
}

/** Replies that ask for something else than the command's own meaning; undefined for all others. */
function requirement(code: number, response: string, server: SmtpServer): DeliveryFailure | undefined {
  const where = `The server on ${formatServer(server)}`;
  const needsTls = code === 538 || (code === 530 && /STARTTLS|TLS|encrypt/i.test(response));
  if (needsTls) {
    return failure('tls-failed', `${where} requires encryption${saidBy(response)}.`, 'Select STARTTLS or TLS.');
  }
  if (code !== 530) return undefined;
  const text = `${where} requires a username and password${saidBy(response)}.`;
  return failure('credentials-refused', text, 'Enter a username and password.');
}

function replyFailure(error: SmtpError, code: number, server: SmtpServer): DeliveryFailure {
  const { command = '', response = '', rejectedErrors = [] } = error;
  const said = saidBy(response);
  const required = requirement(code, response, server);
  if (required) return required;
  // 432 and 534 ask for another password or another way to sign in.
  const isSignIn = command.startsWith('AUTH');
  if (isSignIn && (code >= 500 || code === 432)) {
    return failure('credentials-refused', `The server rejected the username or password${said}.`, CHECK_PASSWORD);
  }
  if (code < 500) return failure('busy', `The server is temporarily not accepting messages${said}.`, RETRIES);
  if (command === 'STARTTLS' || command === 'EHLO') return notOffered(server, said);
  if (command === 'CONN') {
    const text = `The server does not accept messages from this computer${said}.`;
    return failure('message-refused', text, "Ask the server's administrator to permit it, or use another server.");
  }
  if (command === 'MAIL FROM' && code !== 552) {
    const remedy = 'Enter a From address that belongs to the username.';
    return failure('sender-refused', `The server rejected the sender${said}.`, remedy);
  }
  if (command === 'RCPT TO') {
    const text =
      rejectedErrors.length > 0 ? rejectedText(rejectedErrors) : `The server rejected the recipients${said}.`;
    const remedy =
      'Check the addresses. Many servers deliver to other domains only after sign-in: check the username and password.';
    return failure('recipient-refused', text, remedy);
  }
  const remedy = "Ask the server's administrator why: its filters or its size limit may reject it.";
  return failure('message-refused', `The server rejected the message${said}.`, remedy);
}

function notOffered(server: SmtpServer, said: string): DeliveryFailure {
  const text = `The server on ${formatServer(server)} does not offer STARTTLS${said}.`;
  const remedy =
    'Select TLS with its port, usually 465. Select None only if nobody else can read the traffic to the server.';
  return failure('tls-not-offered', text, remedy);
}

export const PASSWORD_NEEDED = failure(
  'credentials-refused',
  'A username is set, but no password.',
  'Enter the password, or remove the username.',
);

/** The server offers no way to sign in. */
export function signInNotOffered(server: SmtpServer): DeliveryFailure {
  const text = `The server on ${formatServer(server)} does not support sign-in with a username and password.`;
  const remedy =
    server.encryption === 'none'
      ? 'Select STARTTLS or TLS: many servers offer it only with encryption. Otherwise remove the username.'
      : 'Remove the username, or enter the submission port, usually 587 or 465.';
  return failure('credentials-refused', text, remedy);
}

export interface ReplyLimits {
  /** From the connection to the first reply, and for STARTTLS, in milliseconds. */
  greetingMs: number;
  /** Between two replies, in milliseconds. */
  replyMs: number;
}

export function smtpFailure(error: SmtpError, server: SmtpServer, limits: ReplyLimits): DeliveryFailure {
  const { code = '', originalCode = '', responseCode } = error;
  if (responseCode !== undefined && responseCode >= 400) return replyFailure(error, responseCode, server);
  if (code === 'ETIMEDOUT') {
    return smtpTimeout(server, error.timeoutType === 'SOCKET_TIMEOUT' ? limits.replyMs : limits.greetingMs);
  }
  if (code === 'EPROTOCOL') {
    const text = `The server on ${formatServer(server)} does not speak SMTP${saidBy(error.response)}.`;
    return failure('wrong-protocol', text, 'Check the host and port of the mail server.');
  }
  if (code === 'EMESSAGE') {
    return failure('message-refused', `The message exceeds the size limit of the server.`, 'Use another server.');
  }
  if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ETLS') {
    const cause: NodeJS.ErrnoException = Object.assign(new Error(error.message), {
      code: originalCode || 'ECONNRESET',
    });
    const isTls = server.encryption !== 'none';
    const withoutTls = otherEncryption(server);
    const why = connectionFailure({ error: cause, server, isConnecting: false, isTls, withoutTls });
    // Destinations have no client certificate that a server could reject.
    if (why.code === 'connection-lost') return failure(why.code, why.text, `${RETRIES} See also the server log.`);
    return fromConnection(why);
  }
  return failure('unknown', `Sending failed: ${shortMessage(errorText(error))}.`, '');
}

/** No reply before the deadline, in milliseconds. */
export function smtpTimeout(server: SmtpServer, limitMs: number): DeliveryFailure {
  const { text } = responseTimeout(server, limitMs);
  const remedy =
    server.encryption === 'tls'
      ? 'Check that the server is not overloaded.'
      : 'Check that the server is not overloaded. If this is its port for TLS, usually 465, select TLS.';
  return failure('no-answer', text, remedy);
}
