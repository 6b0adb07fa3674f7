/** Formats a response body for display, up to a limit. */
import { MAX_SHOWN_BYTES, type ResponseBody } from './try-result.ts';

/** Truncates to a number of UTF-8 bytes without splitting a character. */
export function truncateUtf8(text: string, bytes: number): string {
  // A UTF-16 unit takes at least one byte.
  const encoded = new TextEncoder().encode(text.slice(0, bytes));
  return encoded.length <= bytes && text.length <= bytes
    ? text
    : new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true });
}

/** Indents JSON; returns other texts unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * @param text the part that was read
 * @param bytes its size
 * @param isWhole false if truncated: JSON cannot be indented then
 */
export function formatBody(text: string, bytes: number, isWhole: boolean, isJson: boolean): ResponseBody {
  const whole = isJson && isWhole ? indented(text) : text;
  const shown = truncateUtf8(whole, MAX_SHOWN_BYTES);
  return { kind: 'text', text: shown, bytes, isWhole, isCut: shown.length < whole.length };
}
