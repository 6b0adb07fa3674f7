/** A part of a route as it was before it was encoded: what somebody typed into the address bar may hold a lone `%`. */
export function routeText(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
