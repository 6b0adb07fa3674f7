/** JSON responses. */
import type { ServerResponse } from 'node:http';
import { canonicalJson } from '../support/canonical-json.ts';

/** Headers of every JSON response, as a flat list: Node sends it without building an object. */
export const JSON_HEADERS: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
];

/** A response that can be sent repeatedly. */
export interface JsonResponse {
  status: number;
  body: Buffer;
  headers: string[];
}

/** @param text the JSON */
export function jsonResponse(status: number, text: string): JsonResponse {
  const body = Buffer.from(text);
  return { status, body, headers: [...JSON_HEADERS, 'Content-Length', String(body.length)] };
}

/** Node omits the body of a response to HEAD. */
export function sendResponse(response: ServerResponse, { status, body, headers }: JsonResponse): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** Sends any value as canonical JSON. */
export function sendJson(response: ServerResponse, value: unknown, pretty = false): void {
  sendResponse(response, jsonResponse(200, canonicalJson(value, pretty)));
}
