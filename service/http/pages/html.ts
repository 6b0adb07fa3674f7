import { type Html, html } from '../../support/html.ts';

/** A complete page with the style sheet of the service. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
${body}
</body>
</html>
`.html;
}
