import { useCallback, useEffect, useRef, useState } from 'react';
import type { Check, Checks } from '../../../../service/contract/index.ts';
import { RequestError, request } from '../../../data/requests.ts';

export interface KnownChecks {
  /** Undefined before the first response. */
  readonly checks: readonly Check[] | undefined;
  readonly busy: boolean;
  /** Why the checks could not be loaded; empty if they could. */
  readonly failure: string;
  /** Time of the response, in milliseconds since 1970. */
  readonly at: number;
  readonly again: () => void;
}

export function useChecks(): KnownChecks {
  const [state, setState] = useState<Omit<KnownChecks, 'again'>>({ checks: undefined, busy: true, failure: '', at: 0 });
  const asking = useRef<AbortController>(undefined);
  const load = useCallback(() => {
    asking.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking.current = controller;
    request<Checks>('/app/v1/checks', { signal }).then(
      ({ checks }) => {
        if (!signal.aborted) setState({ checks, busy: false, failure: '', at: Date.now() });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof RequestError)) throw error;
        setState((known) => ({ ...known, busy: false, failure: error.message }));
      },
    );
  }, []);
  useEffect(() => {
    load();
    return () => asking.current?.abort();
  }, [load]);
  const again = useCallback(() => {
    setState((known) => ({ ...known, busy: true }));
    load();
  }, [load]);
  return { ...state, again };
}

interface RemedyPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** An unmatched backquote stays in the text. */
export function splitRemedyText(remedy: string): RemedyPart[] {
  const pieces = remedy.split('`');
  if (pieces.length % 2 === 0) pieces.push(pieces.splice(-2).join('`'));
  return pieces
    .map((text, index): RemedyPart => ({ kind: index % 2 === 1 ? 'command' : 'words', text }))
    .filter(({ text }) => text !== '');
}
