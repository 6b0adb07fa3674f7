/** The API reference, for programs and for people. */
import type { Request, Response } from 'express';
import { openApiDocument } from '../openapi/document.ts';
import { plainPagePolicy } from '../pages/security-headers.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { docsPage } from './docs-page.ts';
import { STYLE } from './style.ts';

/** The base URL of the caller, which a tunnel can change. The guards have checked the Host header. */
function baseUrl({ headers }: Request): string {
  return `http://${headers.host ?? 'localhost'}`;
}

function sendText(response: Response, type: string, text: string): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.type(type).send(text);
}

export function docsRoutes(): Resource[] {
  return [
    { path: '/openapi.json', get: (request, response) => sendJson(response, openApiDocument(baseUrl(request)), true) },
    {
      path: '/docs',
      get: (request, response) => {
        plainPagePolicy(request, response);
        sendText(response, 'html', docsPage(openApiDocument(baseUrl(request))));
      },
    },
    { path: '/docs/style.css', get: (_request, response) => sendText(response, 'css', STYLE) },
  ];
}
