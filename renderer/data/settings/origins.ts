/**
 * An origin as a browser sends it: without the slash that addresses are copied with, in small letters. What is none
 * comes back as it was typed.
 */
export function originOf(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  const isBare = url.href === `${url.origin}/`;
  return isBare ? url.origin : trimmed;
}
