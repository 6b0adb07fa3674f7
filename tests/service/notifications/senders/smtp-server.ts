/** A mail server whose replies a test decides, for replies that real servers give rarely. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Replies by verb, as in `MAIL`, or by whole command; `''` is the greeting. An empty reply ends the connection, undefined is silence. */
export type SmtpReplies = Readonly<Record<string, string | undefined>>;

const USUAL: SmtpReplies = {
  '': '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 1000000',
  AUTH: '235 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 queued',
  QUIT: '221 bye',
};

export interface SmtpServer {
  port: number;
  /** Lines that clients sent, without the content of messages. */
  commands: string[];
  /** Open connections. */
  connections(): number;
  /** Sends a line to each of them. */
  say(line: string): void;
}

export async function startSmtpServer(replies: SmtpReplies): Promise<SmtpServer> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const all = { ...USUAL, ...replies };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let isContent = false;
    let rest = '';
    const reply = (command: string): void => {
      const text = all[command];
      if (text === '') socket.destroy();
      else if (text !== undefined) socket.write(`${text}\r\n`);
    };
    reply('');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isContent && line !== '.') continue;
        isContent = false;
        commands.push(line);
        const verb = line.split(' ')[0] ?? '';
        reply([line, verb].find((command) => command in all) ?? 'unknown');
        if (verb === 'DATA' && all['DATA']?.startsWith('354')) isContent = true;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const say = (line: string): void => {
    for (const socket of sockets) socket.write(`${line}\r\n`);
  };
  return { port: (server.address() as AddressInfo).port, commands, connections: () => sockets.size, say };
}
