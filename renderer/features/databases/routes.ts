import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const DATABASES_ROUTE = '/databases';

/** IDs are always encoded, so no ID can contain this plus sign. */
export const NEW_DATABASE_ROUTE = `${DATABASES_ROUTE}/+new`;
const COPY_ROUTE = `${DATABASES_ROUTE}/+copy`;

export type DatabaseTarget =
  | { kind: 'none' }
  | { kind: 'new' }
  /** A duplicate of this database. */
  | { kind: 'copy'; id: string }
  | { kind: 'database'; id: string };

export function databaseRoute(id: string): string {
  return `${DATABASES_ROUTE}/${encodeURIComponent(id)}`;
}

export function copyDatabaseRoute(id: string): string {
  return `${COPY_ROUTE}/${encodeURIComponent(id)}`;
}

/** @param route not decoded */
export function databaseTarget(route: string): DatabaseTarget {
  if (route === NEW_DATABASE_ROUTE) return { kind: 'new' };
  const isCopy = route.startsWith(`${COPY_ROUTE}/`);
  const id = routeText(routeBelow(route, isCopy ? COPY_ROUTE : DATABASES_ROUTE));
  return id === '' ? { kind: 'none' } : { kind: isCopy ? 'copy' : 'database', id };
}
