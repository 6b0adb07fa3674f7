import { BookOpen } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useRowActivation } from '../../components/list-keys.ts';
import { ListSearch, NoMatches, useSearchedList } from '../../components/list-search.tsx';
import { useListbox } from '../../components/use-listbox.ts';
import { type ApiEndpoint, matchesRoute, type RouteGroup } from '../../data/api/routes.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { Method, PathText } from './path-text.tsx';
import { ABOUT_ROUTE, endpointPath } from './routes.ts';

interface RouteRowProps {
  route: ApiEndpoint;
  selected: boolean;
  /** It is the one row that can be reached by Tab. */
  tabStop: boolean;
}

const RouteRow = memo(function RouteRow({ route, selected, tabStop }: RouteRowProps) {
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

export interface RouteListProps {
  /** Undefined until they are loaded. */
  groups: readonly RouteGroup[] | undefined;
  /** The id of the selected route; empty for none. */
  selected: string;
  isAbout: boolean;
}

// The page renders again with each device that connects or disconnects; the list does not depend on them.
export const RouteList = memo(function RouteList({ groups, selected, isAbout }: RouteListProps) {
  const [search, setSearch] = useState('');
  const term = search.trim();
  const shown = useMemo(() => filtered(groups ?? [], term), [groups, term]);
  const rows = shown.flatMap(({ routes }) => routes.map(({ id }) => ({ id, route: endpointPath(id) })));
  const { list, onKeyDown, tabStop } = useListbox(rows, selected, term !== '');
  useSearchedList(list, term);
  return (
    <section className="list-pane api-list" aria-label="Endpoints">
      <div className="list-head">
        <h1>API</h1>
        {groups && (
          <span className="badge">
            {formatCount(groups.reduce((sum, { routes }) => sum + routes.length, 0))} endpoints
          </span>
        )}
      </div>
      <Link href={ABOUT_ROUTE} className="api-about-link" aria-current={isAbout ? 'page' : undefined}>
        <BookOpen aria-hidden size={15} /> Address and documentation
      </Link>
      <ListSearch
        placeholder="Search endpoints"
        label="Search endpoints by path, method or description"
        value={search}
        onChange={setSearch}
        onDown={() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
      />
      <div className="list-scroll" ref={list}>
        {rows.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold groups of two lines each
          <div role="listbox" tabIndex={-1} aria-label="API endpoints" onKeyDown={onKeyDown}>
            {shown.map(({ name, routes }) => (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of form fields
              <div key={name} role="group" aria-label={name} className="api-group">
                <div className="api-group-head" aria-hidden>
                  <span>{name}</span>
                  <span>{formatCount(routes.length)}</span>
                </div>
                {routes.map((route) => (
                  <RouteRow
                    key={route.id}
                    route={route}
                    selected={route.id === selected}
                    tabStop={route.id === tabStop}
                  />
                ))}
              </div>
            ))}
          </div>
        ) : (
          <NoRoutes isKnown={groups !== undefined} search={term} onClear={() => setSearch('')} />
        )}
      </div>
    </section>
  );
});

function filtered(groups: readonly RouteGroup[], search: string): readonly RouteGroup[] {
  if (search === '') return groups;
  return groups
    .map((group) => ({ ...group, routes: group.routes.filter((route) => matchesRoute(route, search)) }))
    .filter(({ routes }) => routes.length > 0);
}

function NoRoutes({ isKnown, search, onClear }: { isKnown: boolean; search: string; onClear: () => void }) {
  if (!isKnown || search === '') return <p className="list-empty">Loading…</p>;
  return <NoMatches what="endpoints" search={search} onClear={onClear} />;
}
