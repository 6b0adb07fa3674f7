/** A path with everything it answers: the methods it has, OPTIONS, and the refusal of all others. */
import express, { type Request, type Response, type Router } from 'express';
import { MensuraError } from '../../support/errors.ts';
import { answerPreflight } from '../guards/cors.ts';
import { bodyTooLarge } from '../guards/guards.ts';

export type Handler = (request: Request, response: Response) => unknown;

export interface Resource {
  /** As express writes it: `/devices/usb/:serial/measurement`. */
  path: string;
  /** Answers HEAD too. */
  get?: Handler;
  /** Finds the body's bytes in `request.body`, already known to be `application/json`. */
  patch?: Handler;
}

function allowOf({ get, patch }: Resource): string {
  return [...(get ? ['GET', 'HEAD'] : []), 'OPTIONS', ...(patch ? ['PATCH'] : [])].join(', ');
}

/** What body-parser says when a body is longer than its limit. */
const TOO_LARGE = 'entity.too.large';

/** Reads the body of a write; every write of every route goes through here. */
function jsonBody(bodyBytes: number): express.RequestHandler {
  const read = express.raw({ type: () => true, limit: bodyBytes, inflate: false });
  return (request, response, next) => {
    if (!request.is('application/json')) {
      next(new MensuraError('bad-request', 'A write needs the header Content-Type: application/json and a JSON body.'));
      return;
    }
    read(request, response, (error?: unknown) => {
      if (!error) return next();
      const type = (error as { type?: unknown }).type;
      const reason = type === TOO_LARGE ? bodyTooLarge(bodyBytes) : unreadableBody(error);
      next(reason);
    });
  };
}

function unreadableBody(cause: unknown): MensuraError {
  return new MensuraError('bad-request', 'The body could not be read: send it whole, and not compressed.', { cause });
}

/** @param bodyBytes the largest body in bytes */
export function mount(router: Router, resource: Resource, bodyBytes: number): void {
  const { path, get, patch } = resource;
  const allow = allowOf(resource);
  const route = router.route(path);
  if (get) route.get(get);
  if (patch) route.patch(jsonBody(bodyBytes), patch);
  route.options((request, response) => {
    response.setHeader('Allow', allow);
    answerPreflight(request, response, allow);
    response.status(204).end();
  });
  route.all((request, response) => {
    response.setHeader('Allow', allow);
    throw new MensuraError('method-not-allowed', `${request.path} answers ${allow}, not ${request.method}.`);
  });
}
