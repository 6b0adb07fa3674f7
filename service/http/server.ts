/** Connects the guards, the fast path, express and the event stream to loopback listeners. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { MAX_BACKUP_BYTES } from '../contract/index.ts';
import type { Logger } from '../support/logger.ts';
import { resourceOf } from './app/route.ts';
import { APP_ROUTES } from './app/routes.ts';
import { ServiceStatus } from './app/service-status.ts';
import { ReadCache } from './device-reads/read-cache.ts';
import { ReadRouter, readPaths } from './device-reads/read-router.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { createErrorHandler, drainBody, errorResponse, sendError } from './error-response.ts';
import { entitySources } from './events/entity-sources.ts';
import { EventHub } from './events/event-hub.ts';
import { expertRoutes } from './expert-routes.ts';
import { allowListedOrigin } from './guards/cors.ts';
import { checkRequest, isForServiceWorker } from './guards/guards.ts';
import { OtherUsers } from './guards/other-users.ts';
import type { RequestHandler } from './http-listener.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits, type HttpOptions, type PreparedPort } from './options.ts';
import { guiRoutes } from './pages/gui-routes.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { PortManager } from './port-manager.ts';
import { BodyWorker } from './routing/body-worker.ts';
import { type MountOptions, mount, type Resource } from './routing/resource.ts';
import { notFoundResponse } from './routing/unknown.ts';

/** The way of every request. */
function createHandler(
  options: HttpOptions,
  limits: HttpLimits,
  status: ServiceStatus,
  events: EventHub,
): RequestHandler {
  const reads = new ReadRouter(new ReadCache(options.registry));
  const otherUsers = new OtherUsers(options.otherUsers);
  const services = { ...options, status, streams: events };
  const backup = { bodyBytes: MAX_BACKUP_BYTES, bodyReader: new BodyWorker() };
  const resources = [
    ...readResources(reads),
    ...APP_ROUTES.map((route) => resourceOf(route, services, backup)),
    ...expertRoutes(options),
    ...docsRoutes(),
    ...guiRoutes(options.rendererDir),
  ];
  const app = createApp(resources, { bodyBytes: limits.bodyBytes, otherUsers }, options.logger);
  const serve: RequestHandler = (request, response) => {
    if (!reads.respondIfKnown(request, response)) app(request, response);
  };
  const serveOwn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = await otherUsers.refusal(request, false);
    if (response.destroyed) return;
    if (refusal) sendError(response, errorResponse(refusal));
    else serve(request, response);
  };
  const guard: RequestHandler = (request, response) => {
    const allowedOrigins = options.allowedOrigins();
    const refusal = checkRequest(request, allowedOrigins);
    if (refusal) {
      // The browser is updating a worker that another program left at this address: this removes it and its data.
      if (isForServiceWorker(request)) response.setHeader('Clear-Site-Data', '"cache", "storage"');
      sendError(response, errorResponse(refusal));
      return;
    }
    allowListedOrigin(request, response, allowedOrigins);
    if (!otherUsers.refusesEverything || otherUsers.isKnownOwn(request.socket)) serve(request, response);
    else void serveOwn(request, response);
  };
  return (request, response) => drainBody(request, () => guard(request, response));
}

export type HttpServer = ReturnType<typeof createHttpServer>;

export function createHttpServer(options: HttpOptions) {
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
  const events = new EventHub({ ...options, sources: entitySources(options), limits });
  const status = new ServiceStatus({ ...options, streams: events });
  // Created at the start, since it looks for the files of the window.
  const handler = (): RequestHandler => createHandler(options, limits, status, events);
  const ports = new PortManager({ ...options, handler, limits });
  const refused = (): string | undefined => options.otherUsers?.refused();
  let refusedBefore = refused();
  let unfollow = (): void => {};
  /** Open streams of other accounts would continue. */
  const endStreamsOfOthers = (): void => {
    const now = refused();
    if (now === 'everything' && now !== refusedBefore) events.endStreams();
    refusedBefore = now;
  };

  return {
    /**
     * Listens on loopback; resolves when requests are accepted.
     * @throws MensuraError `port-taken`, or `usage` if this user cannot open the port
     */
    start: async (): Promise<{ port: number; url: string }> => {
      const { port, url } = await ports.start(options.port);
      events.start();
      unfollow = options.settings.events.on('changed', endStreamsOfOthers);
      status.start(url);
      return { port, url };
    },
    /**
     * Opens another port in addition to the current one.
     * @param port 0 selects a free one
     * @returns undefined if it is the current port
     * @throws MensuraError naming `port`: `conflict` with the program that uses it, `bad-request` if it cannot be used
     */
    open: (port: number): Promise<PreparedPort | undefined> => ports.open(port, (url) => status.moveTo(url)),
    /** Ends streams and connections within `stopMs`. May be called twice. */
    stop: async (): Promise<void> => {
      unfollow();
      events.stop();
      status.stop();
      await ports.stop();
    },
  };
}

function readResources(reads: ReadRouter): Resource[] {
  return readPaths().map(({ path, route, version }) => ({
    path,
    get: (request, response) =>
      reads.respond(request.originalUrl, route, version, String(request.params['serial']), response),
  }));
}

/** The express application. The guards have checked each request before. */
function createApp(resources: readonly Resource[], options: MountOptions, logger: Logger): Express {
  const app = express();
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders());
  for (const resource of resources) mount(app, resource, options);
  app.use(({ path }) => {
    throw notFoundResponse(path);
  });
  app.use(createErrorHandler(logger));
  return app;
}
