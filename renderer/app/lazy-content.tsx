import { useEffect, useState } from 'react';
import { useReadable } from '../data/react.ts';
import type { LazyPage } from './lazy-page.ts';

/** Empty until the page is loaded, which takes a frame or two. */
export function LazyContent({ page }: { page: LazyPage }) {
  const content = useReadable(page);
  const [failure, setFailure] = useState<{ cause: unknown }>();
  useEffect(() => {
    page.read().catch((cause: unknown) => setFailure({ cause }));
  }, [page]);
  // Thrown while rendering, so that the error boundary shows it.
  if (failure) throw failure.cause;
  return content;
}
