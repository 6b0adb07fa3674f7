/** Connects to a mail server. The system resolves the name, as for all other connections. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type SecureContext } from 'node:tls';
import { connectionFailure, connectTimeout, type ServerAddress } from '../../support/connection-failure.ts';
import type { DeliveryFailure } from '../types.ts';
import { fromConnection } from './delivery-failure.ts';

export interface SmtpServer extends ServerAddress {
  encryption: 'starttls' | 'tls' | 'none';
  /** Undefined without encryption. */
  tls: { context: SecureContext; checksName: boolean } | undefined;
}

/** Options of TLS, from the start or after STARTTLS. */
export function tlsOptions({ host, tls }: SmtpServer): ConnectionOptions {
  return {
    host,
    // An IP address is not permitted as the server's name (RFC 6066, section 3).
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls && { secureContext: tls.context }),
    rejectUnauthorized: true,
    ...(tls && !tls.checksName && { checkServerIdentity: () => undefined }),
  };
}

/** What to change for a server whose port expects another encryption. */
export function otherEncryption({ encryption }: SmtpServer): string {
  return encryption === 'tls'
    ? 'Select STARTTLS, or enter the port for TLS, usually 465.'
    : 'Select another encryption or port.';
}

export type OpenedSocket =
  | { kind: 'open'; socket: Socket }
  | { kind: 'failed'; failure: DeliveryFailure }
  | { kind: 'aborted' };

/**
 * Never rejects. The caller destroys the socket.
 * @param limitMs deadline of connecting, in milliseconds
 * @param signal ends connecting
 */
export function openSocket(server: SmtpServer, limitMs: number, signal: AbortSignal): Promise<OpenedSocket> {
  const { host, port, encryption } = server;
  const isTls = encryption === 'tls';
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const socket = isTls ? connectTls({ ...tlsOptions(server), port }) : connectTcp({ host, port });
    let isOver = false;
    const finish = (opened: OpenedSocket): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (opened.kind !== 'open') socket.destroy();
      resolve(opened);
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const withoutTls = otherEncryption(server);
      const why = connectionFailure({ error, server, isConnecting: true, isTls, withoutTls });
      finish({ kind: 'failed', failure: fromConnection(why) });
    };
    const timedOut = (): void => finish({ kind: 'failed', failure: fromConnection(connectTimeout(server)) });
    const timer = setTimeout(timedOut, limitMs);
    const onAbort = (): void => finish({ kind: 'aborted' });
    signal.addEventListener('abort', onAbort);
    // Never removed: an unhandled error would end the process.
    socket.on('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    socket.once(isTls ? 'secureConnect' : 'connect', () => finish({ kind: 'open', socket }));
  });
}
