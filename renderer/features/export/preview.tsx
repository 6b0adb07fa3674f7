import { useEffect, useState } from 'react';
import { EXPORT_FORMATS } from '../../../service/contract/index.ts';
import { type ExportChoice, previewUrl } from '../../data/history/export-request.ts';

const LINES = 5;

/** In characters: a row with 64 channels is long. */
const MAX_CHARACTERS = 4000;

/**
 * @param signal aborts the request; the result is then meaningless
 * @returns the first lines, or a sentence that explains why there are none
 */
async function fetchPreview(choice: ExportChoice, signal: AbortSignal): Promise<string> {
  const enough = new AbortController();
  try {
    const response = await fetch(previewUrl({ ...choice, isSplit: false }), {
      cache: 'no-store',
      signal: AbortSignal.any([signal, enough.signal]),
    });
    if (!response.ok || !response.body) return 'Preview unavailable';
    const text = await beginning(response.body);
    return text.trim() === '' ? 'No readings in this range' : text;
  } catch {
    return 'Preview unavailable';
  } finally {
    // The service stops writing a file without a reader.
    enough.abort();
  }
}

async function beginning(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < MAX_CHARACTERS && text.split('\n').length <= LINES) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  const lines = text.slice(0, MAX_CHARACTERS).split(/\r?\n/).slice(0, LINES);
  return lines.join('\n');
}

/** Waits for the user's next change. */
const SETTLE_MS = 400;

export function Preview({ choice, isPossible }: { choice: ExportChoice; isPossible: boolean }) {
  const text = useFirstLines(choice, isPossible && !EXPORT_FORMATS[choice.format].isBinary);
  return (
    <section className="export-preview" aria-label="File preview">
      <h3 className="facts-title">Preview</h3>
      {EXPORT_FORMATS[choice.format].isBinary ? (
        <p className="dim">Binary files have no preview.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be scrolled must be reachable by keyboard
        <pre className="mono" tabIndex={0}>
          {text ?? ' '}
        </pre>
      )}
    </section>
  );
}

function useFirstLines(choice: ExportChoice, isShown: boolean): string | undefined {
  const [lines, setLines] = useState<{ of: ExportChoice; text: string }>();
  useEffect(() => {
    if (!isShown) return undefined;
    const controller = new AbortController();
    const show = async (): Promise<void> => {
      const text = await fetchPreview(choice, controller.signal);
      if (!controller.signal.aborted) setLines({ of: choice, text });
    };
    const timer = setTimeout(() => void show(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [choice, isShown]);
  // The previous lines stay until the next ones arrive: an empty box would flicker.
  return isShown ? lines?.text : undefined;
}
