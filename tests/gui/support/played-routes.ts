/** Routes of the app API, played in memory: strict about what they are sent, and steered by the test. */
import type * as z from 'zod';

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked {
  method: string;
  /** Below the routes' own base, decoded. */
  path: string;
  body: unknown;
}

export function refusal(status: number, message: string, problems: { path: string; message: string }[] = []): Answer {
  return { status, body: { message, ...(problems.length > 0 && { problems }) } };
}

/** Acts on a body that is right, and refuses any other. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  act: (value: z.infer<Schema>) => Answer,
): Answer {
  const result = schema.safeParse(body);
  if (result.success) return act(result.data);
  const problems = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return refusal(400, 'Something in the body is wrong.', problems);
}

export abstract class PlayedRoutes {
  /** What was asked of it, in order. */
  readonly asked: Asked[] = [];
  /** Decides about a request instead; undefined leaves it to the usual. */
  onAsked: ((asked: Asked) => Answer | Promise<Answer> | undefined) | undefined;

  /** The bodies that were sent to a path, newest last. */
  bodies(method: string, path: string): unknown[] {
    return this.asked.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  /** @param target the path below the routes' own base, with its query where it has one */
  async answer(method: string, target: string, contentType: string | undefined, text: string): Promise<Answer> {
    const [path = '', query = ''] = target.split('?');
    if (method !== 'GET' && contentType !== 'application/json') {
      return refusal(400, 'A write needs Content-Type: application/json.');
    }
    let body: unknown;
    try {
      body = text === '' ? undefined : JSON.parse(text);
    } catch {
      return refusal(400, 'The body is not JSON.');
    }
    const asked = { method, path: path.split('/').map(decodeURIComponent).join('/'), body };
    this.asked.push(asked);
    const decided = await this.onAsked?.(asked);
    return decided ?? this.usual(method, path, body, new URLSearchParams(query));
  }

  /** What is answered where the test decides nothing. */
  protected abstract usual(method: string, path: string, body: unknown, query: URLSearchParams): Answer;
}
