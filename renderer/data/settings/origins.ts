/** An origin as browsers send it: lower case, without a trailing slash. An invalid text is returned unchanged. */
export function originOf(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  const isBare = url.href === `${url.origin}/`;
  return isBare ? url.origin : trimmed;
}
