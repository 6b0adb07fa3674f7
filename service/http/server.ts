/** Puts guards, fast path, express and event stream behind loopback listeners. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { alarmRoutes } from './app/alarm-routes.ts';
import { deviceRoutes } from './app/device-routes.ts';
import { exportRoutes } from './app/export-routes.ts';
import { gatewayRoutes } from './app/gateway-routes.ts';
import { historyRoutes } from './app/history-routes.ts';
import { markerRoutes } from './app/marker-routes.ts';
import { mqttRoutes } from './app/mqtt-routes.ts';
import { offerRoutes } from './app/offer-routes.ts';
import { serviceRoutes } from './app/service-routes.ts';
import { ServiceStatus } from './app/service-status.ts';
import { settingsRoutes } from './app/settings-routes.ts';
import { createApp } from './app.ts';
import { guardConnections, TIMEOUT_CHECK_MS } from './connections.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { EventHub } from './events/event-hub.ts';
import { expertRoutes } from './expert/expert-routes.ts';
import { allowListedOrigin } from './guards/cors.ts';
import { judge } from './guards/guards.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { listenOnLoopback } from './listeners.ts';
import type { HttpLimits, HttpOptions, HttpServer } from './options.ts';
import { guiRoutes } from './pages/gui-routes.ts';
import { LiveReads } from './reads/live-reads.ts';
import { ReadRouter } from './reads/read-router.ts';
import { errorAnswer, sendRefusal } from './refusal.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** What every request passes, in this order. */
function createHandler(options: HttpOptions, limits: HttpLimits, status: ServiceStatus, events: EventHub): Handle {
  const reads = new ReadRouter(new LiveReads(options.registry));
  const app = createApp({
    reads,
    resources: [
      ...serviceRoutes({ ...options, status, events }),
      ...deviceRoutes(options),
      ...mqttRoutes(options.mqtt),
      ...offerRoutes(options.discovery),
      ...gatewayRoutes(options.gateways),
      ...alarmRoutes(options.alarms),
      ...historyRoutes(options),
      ...markerRoutes(options.history),
      ...exportRoutes(options),
      ...settingsRoutes(options.settings),
      ...expertRoutes(options),
      ...docsRoutes(),
      ...guiRoutes(options.rendererDir),
    ],
    bodyBytes: limits.bodyBytes,
    logger: options.logger,
  });
  return (request, response) => {
    const allowedOrigins = options.allowedOrigins();
    const refusal = judge(request, { allowedOrigins });
    if (refusal) {
      sendRefusal(response, errorAnswer(refusal));
      return;
    }
    allowListedOrigin(request, response, allowedOrigins);
    if (!reads.answerKnown(request, response)) app(request, response);
  };
}

/** Ends a server: nothing new, idle connections at once, the others when their time is over. */
function close(server: Server, stopMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), stopMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export function createHttpServer(options: HttpOptions): HttpServer {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const events = new EventHub({ ...options, limits });
  const status = new ServiceStatus({ ...options, streams: events });
  const sockets = new Set<Socket>();
  let servers: Server[] = [];
  let stopping: Promise<unknown> | undefined;

  function createOne(handle: Handle): Server {
    // A missing Host header is refused by the guards, with a message.
    const server = createServer(
      { requireHostHeader: false, noDelay: true, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
      handle,
    );
    guardConnections(server, sockets, limits);
    // An expectation we do not know is no reason to refuse.
    server.on('checkExpectation', handle);
    return server;
  }

  return {
    start: async () => {
      const handle = createHandler(options, limits, status, events);
      const { port, ...listening } = await listenOnLoopback({ ...options, createServer: () => createOne(handle) });
      servers = listening.servers;
      const url = `http://127.0.0.1:${port}`;
      events.start();
      status.start(url);
      return { port, url };
    },
    stop: async () => {
      events.stop();
      status.stop();
      stopping ??= Promise.all(servers.map((server) => close(server, limits.stopMs)));
      await stopping;
    },
  };
}
