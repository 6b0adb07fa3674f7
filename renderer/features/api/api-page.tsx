import { useEffect, useMemo } from 'react';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { RetryNotice } from '../../components/notice.tsx';
import { fetchOpenApi } from '../../data/api/document.ts';
import { type RouteGroup, routeGroups } from '../../data/api/routes.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { AboutView } from './about-view.tsx';
import './api-page.css';
import { useExampleValues } from './example-device.ts';
import { RouteList } from './route-list.tsx';
import { RouteView } from './route-view.tsx';
import { API_ROUTE, type ApiTarget, apiTarget } from './routes.ts';

/** Pause between two fetches while the connection stays up. */
const POLL_MS = 300_000;

interface DescribedRoutes {
  /** Undefined until they are loaded. */
  groups: readonly RouteGroup[] | undefined;
  /** Why they cannot be loaded; empty otherwise. */
  failure: string;
  retry: () => void;
}

/** Fetches the OpenAPI document with the page, after each reconnect, and every `POLL_MS`. */
function useDocument(): DescribedRoutes {
  const { connection } = useLive();
  const { result, failure, refresh } = usePolled(fetchOpenApi, POLL_MS);
  useEffect(() => connection.subscribe(refresh), [connection, refresh]);
  const groups = useMemo(() => result && routeGroups(result), [result]);
  return { groups, failure: failure?.message ?? '', retry: refresh };
}

export function ApiPage() {
  const target = apiTarget(useReadable(rawRoute));
  const described = useDocument();
  return (
    <Panes
      id="api"
      listSizes={[372, 300]}
      mainFirst={target.kind !== 'list'}
      list={
        <RouteList
          groups={described.groups}
          selected={target.kind === 'route' ? target.id : ''}
          isAbout={target.kind !== 'route'}
        />
      }
      main={<Main target={target} described={described} />}
      details={null}
      detailsTitle=""
    />
  );
}

function Main({ target, described: { groups, failure, retry } }: { target: ApiTarget; described: DescribedRoutes }) {
  const own = useExampleValues();
  const route =
    target.kind === 'route' ? groups?.flatMap(({ routes }) => routes).find(({ id }) => id === target.id) : undefined;
  if (route) return <RouteView key={route.id} route={route} own={own} />;
  return (
    <NothingToShow
      what="the API reference"
      missing={
        groups !== undefined &&
        target.kind === 'route' && {
          title: `Endpoint “${target.id}” not found`,
          text: 'This version of Mensura has no endpoint with this name. It may have been renamed.',
          listRoute: API_ROUTE,
          listWord: 'Show all endpoints',
        }
      }
    >
      {failure && (
        <div className="api-view" role="alert">
          <RetryNotice title="Cannot load the list of endpoints" cause={failure} onRetry={retry} />
        </div>
      )}
      {groups && <AboutView groups={groups} own={own} />}
    </NothingToShow>
  );
}
