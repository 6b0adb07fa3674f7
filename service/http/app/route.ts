/** A route of the app API: what it does, what it accepts and responds, and how the reference describes it. */
import type { Request, Response } from 'express';
import * as z from 'zod';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { EventHub } from '../events/event-hub.ts';
import {
  FORBIDDEN,
  jsonBody,
  type Operation,
  type Parameter,
  type PathItem,
  type Response as ResponseSpec,
  refusal,
  responseSpec,
} from '../openapi/operation.ts';
import { componentOf, type JsonSchema, schemaRef } from '../openapi/schemas.ts';
import type { HttpOptions } from '../options.ts';
import { jsonResponse, sendJson, sendResponse } from '../response.ts';
import type { Handler, Resource, WriteHandler } from '../routing/resource.ts';
import { checkBody, type JsonBody, NO_BODY } from '../routing/strict-json.ts';
import type { ServiceStatus } from './service-status.ts';
import { queryOf, requireKnownParameters } from './time-range-query.ts';

/** What the routes use. */
export interface Services extends HttpOptions {
  readonly status: ServiceStatus;
  readonly streams: EventHub;
}

/** One request to an operation. */
export interface Call<Body = unknown> {
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  /** The parameter `id` of the path. */
  readonly id: string;
  /** @throws MensuraError `bad-request` for a parameter that the operation does not declare */
  readonly query: URLSearchParams;
  /** The body before validation; an empty object if there is none. */
  readonly json: JsonBody;
  /** Validates the body. A 404 comes before an invalid body. @throws MensuraError `bad-request` naming the fields */
  body(): Body;
}

/** The description of a result, and its schema or the ID of its component. */
export type Result = readonly [description: string, schema: string | JsonSchema];

export interface OperationDetails {
  description?: string;
  parameters?: readonly Parameter[];
  /** The response with status 200; default: an empty object. */
  ok?: Result | ResponseSpec;
  /** The response with status 201, instead. */
  created?: Result;
  /** Refusals by status, as sentences; that of invalid input is the default of 400. */
  errors?: Readonly<Record<string, string>>;
}

export interface ReadDetails extends OperationDetails {
  /** Whether invalid and unknown query parameters are ignored. */
  isLenient?: true;
  /** @returns the JSON of the response; undefined: an empty object without `ok` and `created`, otherwise it has responded itself */
  handle(call: Call): unknown;
}

export interface WriteDetails<Schema extends z.ZodType> extends OperationDetails {
  /** Default: an empty object, which may be omitted; it is validated before `handle` is called. */
  body?: { schema: Schema; example: unknown; mayBeEmpty?: true };
  /** @returns as in `ReadDetails` */
  handle(call: Call<z.output<Schema>>): unknown;
}

export interface Endpoint {
  readonly operation: Operation;
  readonly mayBeEmpty: boolean;
  handle(services: Services, request: Request, response: Response, json: JsonBody): Promise<void>;
}

export interface Route extends Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Endpoint>> {
  /** In the syntax of express: `/app/v1/alarms/rules/:id`. */
  readonly path: string;
  /** As in `Resource`. */
  readonly ownPagesOnly?: string;
  /** Whether the body is a backup, which may be large and is validated in a thread. */
  readonly isBackup?: boolean;
  /** As in `Resource`. */
  readonly bodyBytes?: number;
  /** As in `Resource`. */
  readonly uploadTypes?: readonly string[];
}

/** The body of a request whose path has all parameters. */
export const nothingSchema = z.strictObject({});

const NOTHING: Result = ['An empty object.', { type: 'object', properties: {}, additionalProperties: false }];

export const STORAGE_FAILED = 'The change could not be saved and was not applied.';

const INVALID_BODY = 'The body is invalid. `errors` lists each invalid field.';
const INVALID_QUERY = 'A query parameter is invalid or unknown. `errors` lists each one.';

/** Creates the operations of one tag. */
export function operationsOf(tag: string) {
  /** An operation of GET. */
  function read(id: string, summary: string, { handle, isLenient, ...details }: ReadDetails): Endpoint {
    const isChecked = !isLenient && details.parameters?.some((parameter) => parameter.in === 'query');
    const invalid = isChecked ? INVALID_QUERY : undefined;
    return {
      operation: describe(tag, id, summary, details, invalid),
      mayBeEmpty: false,
      handle: (services, request, response) =>
        run(handle, callOf(services, request, response, NO_BODY, details.parameters, nothingSchema), details),
    };
  }

  /** An operation of another method. */
  function write<Schema extends z.ZodType = typeof nothingSchema>(
    id: string,
    summary: string,
    { handle, body, ...details }: WriteDetails<Schema>,
  ): Endpoint {
    const operation = describe(tag, id, summary, details, INVALID_BODY);
    const mayBeEmpty = body?.mayBeEmpty ?? !body;
    const schema = body ? componentOf(body.schema) : (NOTHING[1] as JsonSchema);
    operation.requestBody = { ...jsonBody(schema, body?.example ?? {}), required: !mayBeEmpty };
    return {
      operation,
      mayBeEmpty,
      handle: async (services, request, response, json) => {
        if (!body) checkBody(nothingSchema, json);
        const checked = (body?.schema ?? nothingSchema) as Schema;
        await run(handle, callOf(services, request, response, json, details.parameters, checked), details);
      },
    };
  }

  /** An operation of POST that reads a file from the request. Its route has the same content types. */
  function upload(id: string, summary: string, types: readonly string[], details: ReadDetails): Endpoint {
    const { operation, handle } = read(id, summary, details);
    const file = { schema: { type: 'string', format: 'binary' }, example: 'time (UTC),E24638 temperature (°C)\n' };
    operation.requestBody = { required: true, content: Object.fromEntries(types.map((type) => [type, file])) };
    return { operation, mayBeEmpty: false, handle };
  }

  return { read, write, upload };
}

function describe(
  tag: string,
  operationId: string,
  summary: string,
  { description, parameters, ok = NOTHING, created, errors = {} }: OperationDetails,
  invalid: string | undefined,
): Operation {
  const refusals = { ...(invalid !== undefined && { '400': invalid }), ...errors };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters: [...parameters] }),
    responses: {
      ...(created ? { '201': resultSpec(created) } : { '200': isResult(ok) ? resultSpec(ok) : ok }),
      ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, refusal(text)])),
      ...FORBIDDEN,
    },
  };
}

function isResult(result: Result | ResponseSpec): result is Result {
  return Array.isArray(result);
}

function resultSpec([description, schema]: Result): ResponseSpec {
  return responseSpec(description, typeof schema === 'string' ? schemaRef(schema) : schema);
}

function callOf<Schema extends z.ZodType>(
  services: Services,
  request: Request,
  response: Response,
  json: JsonBody,
  parameters: readonly Parameter[] = [],
  schema: Schema,
): Call<z.output<Schema>> {
  return {
    services,
    request,
    response,
    json,
    id: String(request.params['id']),
    get query() {
      const query = queryOf(request.originalUrl);
      requireKnownParameters(
        query,
        parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      );
      return query;
    },
    body: () => checkBody(schema, json),
  };
}

async function run<Body>(
  handle: (call: Call<Body>) => unknown,
  call: Call<Body>,
  { ok, created }: OperationDetails,
): Promise<void> {
  const result = (await handle(call)) ?? (ok || created ? undefined : {});
  if (result !== undefined) sendJson(call.response, result);
}

/** Responds 201. @param id of the new entry, percent-encoded in `Location` */
export function sendCreated(response: Response, collection: string, id: string, view: unknown): void {
  response.setHeader('Location', `${collection}/${encodeURIComponent(id)}`);
  sendResponse(response, jsonResponse(201, canonicalJson(view)));
}

const WRITES = ['post', 'put', 'patch', 'delete'] as const;

/** The resource that serves a route. @param backup settings of bodies that are backups */
export function resourceOf(
  route: Route,
  services: Services,
  backup: Pick<Resource, 'bodyBytes' | 'bodyReader'>,
): Resource {
  const { path, ownPagesOnly, isBackup, bodyBytes, uploadTypes, get } = route;
  const reads: Handler | undefined = get && ((request, response) => get.handle(services, request, response, NO_BODY));
  const writes = WRITES.flatMap((method) => {
    const endpoint = route[method];
    if (!endpoint) return [];
    const handler: WriteHandler = (request, response, json) => endpoint.handle(services, request, response, json);
    return [[method, handler] as const];
  });
  return {
    path,
    ...(reads && { get: reads }),
    ...Object.fromEntries(writes),
    ...(ownPagesOnly !== undefined && { ownPagesOnly }),
    ...(route.post?.mayBeEmpty && { postMayBeEmpty: true }),
    ...(bodyBytes !== undefined && { bodyBytes }),
    ...(uploadTypes && { uploadTypes }),
    ...(isBackup && backup),
  };
}

/** The route in the reference: its path in the syntax of OpenAPI, and its operations. */
export function pathItemOf(route: Route): [path: string, item: PathItem] {
  const item: PathItem = {};
  for (const method of ['get', ...WRITES] as const) {
    const operation = route[method]?.operation;
    if (operation) item[method] = operation;
  }
  return [route.path.replaceAll(/:(\w+)/g, '{$1}'), item];
}
