/** The express application. The guards have checked each request before. */
import express, { type Express } from 'express';
import type { Logger } from '../support/logger.ts';
import { type ReadRouter, readPaths } from './device-reads/read-router.ts';
import type { OtherUsers } from './guards/other-users.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { createErrorHandler } from './routing/error-handler.ts';
import { mount, type Resource } from './routing/resource.ts';
import { notFoundResponse } from './routing/unknown.ts';

export interface AppOptions {
  reads: ReadRouter;
  otherUsers: OtherUsers;
  /** All routes except the contract's reads. */
  resources: readonly Resource[];
  /** Largest request body in bytes. */
  bodyBytes: number;
  logger: Logger;
}

function readResources(reads: ReadRouter): Resource[] {
  return readPaths().map(({ path, route, version }) => ({
    path,
    get: (request, response) =>
      reads.respond(request.originalUrl, route, version, String(request.params['serial']), response),
  }));
}

export function createApp({ reads, otherUsers, resources, bodyBytes, logger }: AppOptions): Express {
  const app = express();
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders());
  for (const resource of [...readResources(reads), ...resources]) mount(app, resource, { bodyBytes, otherUsers });
  app.use(({ path }) => {
    throw notFoundResponse(path);
  });
  app.use(createErrorHandler(logger));
  return app;
}
