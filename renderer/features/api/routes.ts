/** The hash routes of the API page. */
import { routeText } from '../../data/format/route-text.ts';

export const API_ROUTE = '/api';

/** The introduction: a page of its own only in a narrow window. */
export const ABOUT_ROUTE = `${API_ROUTE}/+about`;

/** `list` is the page itself. */
export type ApiTarget = { kind: 'list' } | { kind: 'about' } | { kind: 'route'; id: string };

/** The hash route of an endpoint. @param id its operationId */
export function endpointPath(id: string): string {
  return `${API_ROUTE}/${encodeURIComponent(id)}`;
}

export function apiTarget(route: string): ApiTarget {
  const id = route.slice(API_ROUTE.length + 1);
  if (id === '') return { kind: 'list' };
  return route === ABOUT_ROUTE ? { kind: 'about' } : { kind: 'route', id: routeText(id) };
}
