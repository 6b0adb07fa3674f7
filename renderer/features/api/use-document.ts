import { useEffect, useMemo } from 'react';
import { fetchOpenApi } from '../../data/api/requests.ts';
import { type RouteGroup, routeGroups } from '../../data/api/routes.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { useLive } from '../../data/react.ts';

/** Pause between two fetches while the connection stays up. */
const ASK_MS = 300_000;

export interface DescribedRoutes {
  /** Undefined until they are loaded. */
  groups: readonly RouteGroup[] | undefined;
  /** Why they cannot be loaded; empty otherwise. */
  failure: string;
  retry: () => void;
}

/** Fetches the OpenAPI document with the page, after each reconnect, and every `ASK_MS`. */
export function useDocument(): DescribedRoutes {
  const { connection } = useLive();
  const { answer, failure, refresh } = usePolled(fetchOpenApi, ASK_MS);
  useEffect(() => connection.subscribe(refresh), [connection, refresh]);
  const groups = useMemo(() => answer && routeGroups(answer), [answer]);
  return { groups, failure: failure?.message ?? '', retry: refresh };
}
