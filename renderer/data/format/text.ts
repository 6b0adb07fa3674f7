/** Whether a text contains every word of a search, in any case; true for an empty search. */
export function matchesWords(search: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join('\n').toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
