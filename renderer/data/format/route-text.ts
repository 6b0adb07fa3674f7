/** Decodes a route segment; a typed address may contain a lone `%`. */
export function routeText(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
