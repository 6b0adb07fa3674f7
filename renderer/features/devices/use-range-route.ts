import { useEffect, useEffectEvent } from 'react';
import { rawRoute, replacePath } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import type { Readable } from '../../data/store.ts';
import { type ChartRange, formatRange, parseRange, rangeOf, splitRoute } from '../charts/view/chart-range.ts';
import type { ShownView } from '../charts/view/view.ts';

/** The range in the address of a page; undefined without a valid one. @param base route of the page */
export function linkedRange(base: string): ChartRange | undefined {
  const route = splitRoute(rawRoute.get());
  return route.base === base ? parseRange(route.text) : undefined;
}

/**
 * Shows the range of a link, also one that is opened later, and removes it from the address once the view differs.
 * @param base route of the page
 */
export function useRangeRoute(base: string, shown: Readable<ShownView>, show: (range: ChartRange) => void): void {
  const showLatest = useEffectEvent(show);
  useEffect(() => {
    const isShown = (range: ChartRange | undefined): boolean =>
      range !== undefined && formatRange(range) === formatRange(rangeOf(shown.get()));
    const onRoute = (): void => {
      const route = splitRoute(rawRoute.get());
      if (route.base !== base || route.text === '') return;
      const range = parseRange(route.text);
      if (!range) showToast({ title: 'Cannot show the range of the link', text: `Invalid range: ${route.text}` });
      else if (!isShown(range)) showLatest(range);
    };
    const onView = (): void => {
      const route = splitRoute(rawRoute.get());
      if (route.base === base && route.text !== '' && !isShown(parseRange(route.text))) replacePath(base);
    };
    onRoute();
    const ending = [rawRoute.subscribe(onRoute), shown.subscribe(onView)];
    return () => {
      for (const end of ending) end();
    };
  }, [base, shown]);
}
