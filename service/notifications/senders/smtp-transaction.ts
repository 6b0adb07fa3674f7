/** One message over one new connection to a mail server. */
import type { Socket } from 'node:net';
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
  /** The whole transaction, with connecting. */
  totalMs: number;
  /** Waiting for the server to end the connection after the message. */
  quitMs: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 15_000,
  replyMs: 20_000,
  totalMs: 30_000,
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
  const ended = Promise.withResolvers<SendOutcome>();
  const onAbort = (): void => ended.resolve({ kind: 'aborted' });
  const onDeadline = (): void => ended.resolve({ kind: 'failed', failure: smtpTimeout(server, limits.totalMs) });
  const timer = setTimeout(onDeadline, limits.totalMs - limits.connectMs);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([ended.promise, transact(account, mail, socket, limits, progress)]);
  } catch (error) {
    return { kind: 'failed', failure: smtpFailure(error as SmtpError, server, limits) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    socket.destroy();
  }
}

/** @throws SmtpError */
async function transact(
  { server, username, password }: SmtpAccount,
  { from, to, content }: SmtpMail,
  socket: Socket,
  limits: SmtpLimits,
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
  const sent = await step<{ rejected: string[]; rejectedErrors?: SmtpError[]; response: string }>((done) =>
    connection.send(envelope, content, done as Parameters<SMTPConnection['send']>[2]),
  );
  await quit(connection, limits.quitMs);
  const accepted = `The server accepted the message (${sent.response}).`;
  if (sent.rejected.length === 0) return { kind: 'delivered', text: accepted };
  const text = `${accepted} ${rejectedText(sent.rejectedErrors ?? [])}`;
  return { kind: 'delivered', text, rejected: sent.rejected };
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
