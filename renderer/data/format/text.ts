/** Whether a text contains every word of a search, in any case; true for an empty search. */
export function matchesWords(search: string, texts: readonly (string | undefined)[]): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = texts.join('\n').toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** As within a sentence: `Proxy password` is `proxy password`, `PKCS#12 password` stays. */
export function uncapitalized(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text;
}
