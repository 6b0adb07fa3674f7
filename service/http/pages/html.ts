/** HTML with all inserted text escaped. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

function render(value: Html | string | number | readonly Html[]): string {
  if (Array.isArray(value)) return (value as readonly Html[]).map(({ html: part }) => part).join('');
  if (typeof value === 'object') return (value as Html).html;
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Template tag: values are escaped unless they are `Html`. */
export function html(texts: TemplateStringsArray, ...values: (Html | string | number | readonly Html[])[]): Html {
  return { html: texts.reduce((done, text, index) => done + render(values[index - 1] ?? '') + text) };
}

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
