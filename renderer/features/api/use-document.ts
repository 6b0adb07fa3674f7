/** The service's description of itself, fetched when the page is opened, whenever the service came back, and now and then. */
import { useEffect, useMemo } from 'react';
import { askDocument } from '../../data/api/requests.ts';
import { type RouteGroup, routeGroups } from '../../data/api/routes.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { useLive } from '../../data/react.ts';

/** How often is asked without a reason, in milliseconds. */
const ASK_MS = 300_000;

export interface DescribedRoutes {
  /** Undefined while they are not known. */
  groups: readonly RouteGroup[] | undefined;
  /** Why they could not be had; empty otherwise. */
  failure: string;
  retry: () => void;
}

export function useDocument(): DescribedRoutes {
  const { connection } = useLive();
  const { answer, failure, refresh } = usePolled(askDocument, ASK_MS);
  useEffect(() => connection.subscribe(refresh), [connection, refresh]);
  const groups = useMemo(() => answer && routeGroups(answer), [answer]);
  return { groups, failure: failure?.message ?? '', retry: refresh };
}
