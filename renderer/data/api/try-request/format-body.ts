/** Formats a response body for display, up to a limit. */
import { MAX_SHOWN_BYTES, type ResponseBody } from './try-result.ts';

/** The beginning of a text that takes so many bytes in UTF-8, with no character cut in two. */
export function truncateUtf8(text: string, bytes: number): string {
  // A character of JavaScript takes a byte at least: what is beyond need not be encoded.
  const encoded = new TextEncoder().encode(text.slice(0, bytes));
  return encoded.length <= bytes && text.length <= bytes
    ? text
    : new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true });
}

/** JSON with an indent of two; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * @param text what was read of the answer
 * @param bytes how much of it came
 * @param isWhole it was read to its end: only then it can be laid out
 */
export function formatBody(text: string, bytes: number, isWhole: boolean, isJson: boolean): ResponseBody {
  const whole = isJson && isWhole ? indented(text) : text;
  const shown = truncateUtf8(whole, MAX_SHOWN_BYTES);
  return { kind: 'text', text: shown, bytes, isWhole, isCut: shown.length < whole.length };
}
