/** The beginning of an export: it is asked for as the file itself is, and ended after a few lines. */
import { type ExportChoice, previewUrl } from '../../data/history/export-request.ts';

/** So many lines are shown. */
const LINES = 5;

/** No line is worth more: a row with 64 channels is long. In characters. */
const MAX_CHARACTERS = 4000;

/**
 * Reads the first lines.
 * @param signal ends it early; then what is answered is meaningless
 * @returns the lines, or in words why there are none
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
    // The service makes no more of a file that nobody reads.
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
