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
