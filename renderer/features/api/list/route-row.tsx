import { memo } from 'react';
import { useRowActivation } from '../../../components/row-activation.ts';
import type { ApiEndpoint } from '../../../data/api/routes.ts';
import { Method } from '../method.tsx';
import { PathText } from '../path-text.tsx';
import { endpointPath } from '../routes.ts';

export interface RouteRowProps {
  route: ApiEndpoint;
  selected: boolean;
  /** It is the one row that can be reached by Tab. */
  tabStop: boolean;
}

export const RouteRow = memo(function RouteRow({ route, selected, tabStop }: RouteRowProps) {
  const opening = useRowActivation();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
      role="option"
      data-entry={route.id}
      className="list-row api-row"
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      {...opening(endpointPath(route.id))}
    >
      <div className="api-row-line">
        <Method method={route.method} />
        <span className="mono api-row-path" title={route.path}>
          <PathText path={route.path} />
        </span>
      </div>
      <p className="dim">{route.summary}</p>
    </div>
  );
});
