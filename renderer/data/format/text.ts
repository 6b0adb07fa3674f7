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
