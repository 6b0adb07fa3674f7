/** One message over one new connection to a mail server. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SendOutcome, SendProgress } from '../types.ts';
import {
  PASSWORD_NEEDED,
  type ReplyLimits,
  rejectedText,
  type SmtpError,
  signInNotOffered,
  smtpFailure,
  smtpTimeout,
} from './smtp-failure.ts';
import { openSocket, type SmtpServer, tlsOptions } from './smtp-socket.ts';

/** In milliseconds. */
export interface SmtpLimits extends ReplyLimits {
  /** Connecting, with TLS if the server requires it from the start. */
  connectMs: number;
  /** The reply to the message: servers may check it first (RFC 5321, section 4.5.3.2.6). */
  acceptMs: number;
  /** The whole transaction, with connecting. */
  totalMs: number;
  /** Waiting for the server to end the connection after the message. */
  quitMs: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 15_000,
  replyMs: 20_000,
  // Giving up earlier would send a message again that the server accepts after all.
  acceptMs: 600_000,
  totalMs: 660_000,
  quitMs: 500,
};

export interface SmtpAccount {
  server: SmtpServer;
  /** Empty: sends without signing in. */
  username: string;
  password: string;
}

export interface SmtpMail {
  from: string;
  to: readonly string[];
  /** Headers and body. */
  content: Buffer;
}

const ENCRYPTION_TEXTS = {
  starttls: 'encrypted with STARTTLS',
  tls: 'encrypted with TLS',
  none: 'not encrypted',
} as const;

/** Never rejects. */
export async function sendBySmtp(
  account: SmtpAccount,
  mail: SmtpMail,
  signal: AbortSignal,
  progress?: SendProgress,
  limits: SmtpLimits = SMTP_LIMITS,
): Promise<SendOutcome> {
  const { server } = account;
  const opened = await openSocket(server, limits.connectMs, signal);
  if (opened.kind !== 'open') return opened;
  const { socket } = opened;
  if (signal.aborted) {
    socket.destroy();
    return { kind: 'aborted' };
  }
  const current = { ...limits };
  let delivered: SendOutcome | undefined;
  const ended = Promise.withResolvers<SendOutcome>();
  const onAbort = (): void => ended.resolve({ kind: 'aborted' });
  const onDeadline = (): void => ended.resolve({ kind: 'failed', failure: smtpTimeout(server, limits.totalMs) });
  const timer = setTimeout(onDeadline, limits.totalMs - limits.connectMs);
  signal.addEventListener('abort', onAbort);
  try {
    const onDelivered = (outcome: SendOutcome): void => void (delivered = outcome);
    const done = transact(account, mail, socket, current, onDelivered, progress);
    const outcome = await Promise.race([ended.promise, done]);
    // Whatever happens after the server accepted the message, it must not be sent again.
    return delivered ?? outcome;
  } catch (error) {
    return delivered ?? { kind: 'failed', failure: smtpFailure(error as SmtpError, server, current) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    socket.destroy();
  }
}

/**
 * @param limits those that apply at present: `replyMs` becomes `acceptMs` once the message is sent
 * @param onDelivered the server accepted the message
 * @throws SmtpError
 */
async function transact(
  { server, username, password }: SmtpAccount,
  { from, to, content }: SmtpMail,
  socket: Socket,
  limits: SmtpLimits,
  onDelivered: (outcome: SendOutcome) => void,
  progress: SendProgress | undefined,
): Promise<SendOutcome> {
  // Loaded for the first message.
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection({
    host: server.host,
    port: server.port,
    connection: socket,
    secure: server.encryption === 'tls',
    secured: server.encryption === 'tls',
    requireTLS: server.encryption === 'starttls',
    ignoreTLS: server.encryption === 'none',
    tls: tlsOptions(server),
    connectionTimeout: limits.totalMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.replyMs,
    maxResponseSize: 64 * 1024,
  });
  const broken = Promise.withResolvers<never>();
  // Never removed: an unhandled error would end the process.
  connection.on('error', broken.reject);
  // A close that no command waits for. Later than the error that explains it, if there is one.
  const lost = Object.assign(new Error('closed'), { code: 'ECONNECTION' });
  socket.once('close', () => setImmediate(() => broken.reject(lost)));
  broken.promise.catch(() => undefined);
  const step = <Result>(begin: (done: (error?: Error | null, result?: Result) => void) => void): Promise<Result> =>
    Promise.race([
      broken.promise,
      new Promise<Result>((resolve, reject) => {
        begin((error, result) => (error ? reject(error) : resolve(result as Result)));
      }),
    ]);
  await step<void>((done) => connection.connect(done));
  progress?.connected(`The server responds; the connection is ${ENCRYPTION_TEXTS[server.encryption]}.`);
  if (username === '') {
    progress?.signedIn('No username is set.');
  } else {
    if (password === '') return { kind: 'failed', failure: PASSWORD_NEEDED };
    if (!connection.allowsAuth) return { kind: 'failed', failure: signInNotOffered(server) };
    await step((done) => connection.login({ user: username, credentials: { user: username, pass: password } }, done));
    progress?.signedIn(`The server accepts the username "${username}".`);
  }
  const envelope = { from, to: [...to], size: content.length };
  // Read as soon as the server asks for the message.
  const body = Readable.from([content]).once('end', () => {
    limits.replyMs = limits.acceptMs;
    // Encrypted by STARTTLS, it is another one than ours.
    const { _socket: present } = connection;
    if (present) present.setTimeout(limits.acceptMs);
  });
  const sent = await step<Accepted>((done) =>
    connection.send(envelope, body, done as Parameters<SMTPConnection['send']>[2]),
  );
  const delivered = deliveredTo(sent);
  onDelivered(delivered);
  await quit(connection, limits.quitMs);
  return delivered;
}

/** What nodemailer reports of an accepted message. */
interface Accepted {
  rejected: string[];
  rejectedErrors?: SmtpError[];
  response: string;
}

function deliveredTo({ rejected, rejectedErrors, response }: Accepted): SendOutcome {
  const accepted = `The server accepted the message (${response}).`;
  if (rejected.length === 0) return { kind: 'delivered', text: accepted };
  return { kind: 'delivered', text: `${accepted} ${rejectedText(rejectedErrors ?? [])}`, rejected };
}

/** Ends the session as SMTP asks for it, which keeps the server's log clean. */
async function quit(connection: SMTPConnection, limitMs: number): Promise<void> {
  const ended = Promise.withResolvers<void>();
  connection.once('end', () => ended.resolve());
  const timer = setTimeout(() => ended.resolve(), limitMs);
  connection.quit();
  await ended.promise;
  clearTimeout(timer);
}
