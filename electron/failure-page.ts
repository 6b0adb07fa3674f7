import { MAX_RELOADS } from './reload-limiter.ts';

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 15px/1.5 system-ui, sans-serif;
    background: #f5f6f8; color: #14181f; }
  main { max-width: 34rem; padding: 2rem; }
  h1 { font-size: 1.3rem; }
  @media (prefers-color-scheme: dark) { body { background: #0e1116; color: #e8ecf2; } }
`;

export interface FailurePageContent {
  title: string;
  /** What happened, and what to do. */
  paragraphs: readonly string[];
}

/** A page as a `data:` URL, which needs no file and no service and cannot run scripts. */
export function failurePage({ title, paragraphs }: FailurePageContent): string {
  const body = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mensura</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${STYLE}</style>
<main role="alert"><h1>${escapeHtml(title)}</h1>${body}</main></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

/** The service did not respond. @param cause Chromium's message */
export function unreachablePage(url: string, cause: string): FailurePageContent {
  return {
    title: 'Cannot reach the Mensura service',
    paragraphs: [
      `The service at ${url} did not respond (${cause}).`,
      'Mensura retries automatically. If this continues, quit Mensura and start it again.',
    ],
  };
}

/** No proof from the service in another process. @param url its last address */
export function unproven(url: string): FailurePageContent {
  return {
    title: 'Cannot reach the Mensura service',
    paragraphs: [
      `The service at ${url}, in another process, has stopped, or its identity cannot be verified. The window does not load pages from it.`,
      'Mensura retries automatically. To run the service in this app instead, quit Mensura and start it again.',
    ],
  };
}

/** The page crashed repeatedly. @param reason Chromium's reason */
export function crashedPage(url: string, reason: string): FailurePageContent {
  return {
    title: 'The page keeps crashing',
    paragraphs: [
      `The page crashed ${MAX_RELOADS + 1} times within 1 min (${reason}). The service keeps running.`,
      `To try again, choose View > Reload, or open ${url} in a browser.`,
    ],
  };
}
