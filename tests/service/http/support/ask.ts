/** Requests exactly as the test writes them: fetch would tidy paths and forbid headers. */
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json(): unknown;
}

export interface Question {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  host?: string;
}

/** Asks on a connection of its own. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', body, host = '127.0.0.1' } = question;
  const headers = { ...question.headers };
  // Without one of the two, node sends the body of a GET or DELETE as if it were no part of the request.
  if (body !== undefined && !('Transfer-Encoding' in headers)) headers['Content-Length'] = `${Buffer.byteLength(body)}`;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The message of a refusal. */
export function messageOf(answer: Answer): string {
  return (answer.json() as { message: string }).message;
}

/** A write with a JSON body; without one where none is given. */
export function write(
  port: number,
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Question['headers'] = {},
): Promise<Answer> {
  const question = { method, headers: { 'Content-Type': 'application/json', ...headers } };
  return ask(port, path, body === undefined ? question : { ...question, body });
}

/** A PATCH with a JSON body. */
export function patch(port: number, path: string, body: string, headers: Question['headers'] = {}): Promise<Answer> {
  return write(port, 'PATCH', path, body, headers);
}

/** A POST with a JSON body. */
export function post(
  port: number,
  path: string,
  body?: string | Buffer,
  headers: Question['headers'] = {},
): Promise<Answer> {
  return write(port, 'POST', path, body, headers);
}
