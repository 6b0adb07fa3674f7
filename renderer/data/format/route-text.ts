/** Decodes a route segment; a typed address may contain a lone `%`. */
export function routeText(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The part of a route below `base`, not decoded; empty if the route is not below it. */
export function routeBelow(route: string, base: string): string {
  return route.startsWith(`${base}/`) ? route.slice(base.length + 1) : '';
}
