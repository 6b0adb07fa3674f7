import { useEffect, useState } from 'react';
import { RequestError, requestBytes } from '../../../data/requests.ts';

/** The report of a run, as the window shows it. */
export interface LoadedReport {
  /** The report, not part of a document yet. */
  content: HTMLElement;
  style: CSSStyleSheet;
  /** Name of the run. */
  name: string;
}

export interface ReportState {
  /** Path of the HTML document. */
  path: string;
  report: LoadedReport | undefined;
  /** Why there is none; empty while it is loaded. */
  failure: string;
  retry: () => void;
}

/** Loads the report of a run once; `retry` loads it again. */
export function useReport(id: number): ReportState {
  const path = `/app/v1/runs/${id}/report`;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ of: string; report?: LoadedReport; failure: string }>();
  const key = `${path} ${attempt}`;
  useEffect(() => {
    const controller = new AbortController();
    requestBytes(path, 'text/html', { signal: controller.signal }).then(
      (bytes) => setState({ of: key, report: parseReport(new TextDecoder().decode(bytes)), failure: '' }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState({ of: key, failure: error instanceof RequestError ? error.message : String(error) });
      },
    );
    return () => controller.abort();
  }, [path, key]);
  const isPresent = state?.of === key;
  return {
    path,
    report: isPresent ? state.report : undefined,
    failure: isPresent ? state.failure : '',
    retry: () => setAttempt((before) => before + 1),
  };
}

const STYLE = /<style>([^<]*)<\/style>/;

function parseReport(html: string): LoadedReport {
  // The policy of the window refuses style elements, also in a document that is only parsed.
  const parsed = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html');
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE.exec(html)?.[1] ?? '');
  // The window has a main element already.
  const content = document.createElement('article');
  const main = parsed.querySelector('main');
  content.className = main?.className ?? '';
  content.append(...(main?.childNodes ?? []));
  return { content, style, name: content.querySelector('h1')?.textContent ?? '' };
}
