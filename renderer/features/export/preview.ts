/** Preview of an export: starts the same request and aborts it after a few lines. */
import { type ExportChoice, previewUrl } from '../../data/history/export-request.ts';

const LINES = 5;

/** In characters: a row with 64 channels is long. */
const MAX_CHARACTERS = 4000;

/**
 * @param signal aborts the request; the result is then meaningless
 * @returns the first lines, or a sentence that explains why there are none
 */
export async function fetchPreview(choice: ExportChoice, signal: AbortSignal): Promise<string> {
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
