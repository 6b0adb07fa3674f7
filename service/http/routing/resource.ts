/** A path with its methods, OPTIONS, and the refusal of all others. */
import type { Request, Response, Router } from 'express';
import { isMensuraError, MensuraError } from '../../support/errors.ts';
import { expectUpload } from '../body-deadline.ts';
import { sendError } from '../error-response.ts';
import { sendPreflight } from '../guards/cors.ts';
import { requireSameOrigin } from '../guards/local-request.ts';
import type { OtherUsers } from '../guards/other-users.ts';
import type { JsonResponse } from '../response.ts';
import { readBody, requireUpload } from './body.ts';
import type { BodyWorker } from './body-worker.ts';
import { type JsonBody, NO_BODY } from './strict-json.ts';

export type Handler = (request: Request, response: Response) => unknown;

/** Receives the parsed body, not yet validated. */
export type WriteHandler = (request: Request, response: Response, body: JsonBody) => unknown;

export interface Resource {
  /** In the syntax of express: `/devices/usb/:serial/measurement`. */
  path: string;
  /** Also for HEAD. */
  get?: Handler;
  post?: WriteHandler;
  put?: WriteHandler;
  patch?: WriteHandler;
  /** The body may be omitted. */
  delete?: WriteHandler;
  /** Set to refuse pages of allowed origins, for all methods: what they may not do, as in `read the log`. */
  ownPagesOnly?: string;
  /** Whether the body of a POST may be omitted; it counts as an empty object. */
  postMayBeEmpty?: boolean;
  /** Maximum body in bytes, if it differs from the default. */
  bodyBytes?: number;
  /** Content types of the body of a POST that its handler reads itself, as a stream. */
  uploadTypes?: readonly string[];
  /** Parser for large bodies; default: on the main thread. */
  bodyReader?: BodyWorker;
  /** The response to an unreadable body; default: that of all errors. */
  unreadable?(message: string): JsonResponse;
}

const WRITES = ['delete', 'patch', 'post', 'put'] as const;

function allowOf(resource: Resource): string {
  const reads = resource.get ? ['GET', 'HEAD'] : [];
  const writes = WRITES.filter((method) => resource[method]).map((method) => method.toUpperCase());
  return [...reads, 'OPTIONS', ...writes].toSorted().join(', ');
}

export interface MountOptions {
  /** Default maximum body in bytes. */
  bodyBytes: number;
  otherUsers: OtherUsers;
}

/** Writes outside the app API belong to the contract. */
const APP_API = '/app/';

function withBody(
  handler: WriteHandler,
  resource: Resource,
  { bodyBytes, otherUsers }: MountOptions,
  method: (typeof WRITES)[number],
): Handler {
  const mayBeEmpty = method === 'delete' || (method === 'post' && resource.postMayBeEmpty === true);
  const { path, unreadable, bodyBytes: maxBytes = bodyBytes, bodyReader: reader, uploadTypes } = resource;
  const isAppApi = path.startsWith(APP_API);
  return async (request, response) => {
    const refusal = isAppApi ? await otherUsers.refusal(request, true) : undefined;
    if (refusal) throw refusal;
    if (method === 'post' && uploadTypes) {
      requireUpload(request, uploadTypes, maxBytes);
      expectUpload(request);
      await handler(request, response, NO_BODY);
      return;
    }
    let body: JsonBody;
    try {
      body = await readBody(request, { maxBytes, mayBeEmpty, reader });
    } catch (error) {
      if (!unreadable || !isMensuraError(error)) throw error;
      sendError(response, unreadable(error.message));
      return;
    }
    await handler(request, response, body);
  };
}

export function mount(router: Router, resource: Resource, options: MountOptions): void {
  const allow = allowOf(resource);
  const route = router.route(resource.path);
  const { ownPagesOnly } = resource;
  if (ownPagesOnly !== undefined) {
    route.all((request, _response, next) => {
      requireSameOrigin(request, ownPagesOnly);
      next();
    });
  }
  if (resource.get) route.get(resource.get);
  for (const method of WRITES) {
    const handler = resource[method];
    if (handler) route[method](withBody(handler, resource, options, method));
  }
  route.options((request, response) => {
    response.setHeader('Allow', allow);
    sendPreflight(request, response, allow);
    response.status(204).end();
  });
  route.all((request, response) => {
    response.setHeader('Allow', allow);
    throw new MensuraError(
      'method-not-allowed',
      `${request.path} does not support ${request.method}. Allowed: ${allow}.`,
    );
  });
}
