/** The API reference, for programs and for people. */
import type { Request, Response } from 'express';
import { openApiDocument } from '../openapi/document.ts';
import { plainPagePolicy } from '../pages/security-headers.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { docsPage } from './docs-page.ts';

/** The style sheet of the service's own pages. */
const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2127, #e4e7ea);
  --soft: light-dark(#57606a, #9ba5af);
  --line: light-dark(#d5dae0, #353c44);
  --paper: light-dark(#ffffff, #14181c);
  --shade: light-dark(#f4f6f8, #1d2329);
  --link: light-dark(#0b57a4, #7cb8f5);
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, sans-serif;
}
main { width: 100%; max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem 6rem; }
nav { padding: 1.5rem; border-bottom: 1px solid var(--line); font-size: 0.9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding: 0 0 0.75rem 0.75rem; }
nav a:hover { text-decoration: underline; }
nav ul ul a { display: flex; align-items: baseline; gap: 0.5rem; text-decoration: none; font-family: ui-monospace, monospace; font-size: 0.8rem; overflow-wrap: anywhere; }
@media (min-width: 80rem) {
  body { display: grid; grid-template-columns: 24rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); border-bottom: 0; }
}
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { margin: 3rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; overflow-wrap: anywhere; }
p { max-width: 68ch; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { padding: 0.75rem 1rem; background: var(--shade); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
small { color: var(--soft); }
.method { display: inline-block; min-width: 4.6em; font-size: 0.8em; font-weight: 600; color: var(--soft); }
.scroll { overflow-x: auto; margin: 0.5rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
`;

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
