/** Puts guards, fast path, express and event stream behind loopback listeners. */
import type { HttpOptions, HttpServer } from './options.ts';

export declare function createHttpServer(options: HttpOptions): HttpServer;
