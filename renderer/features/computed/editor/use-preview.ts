import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComputedPreview, ComputedPreviewInput } from '../../../../service/contract/index.ts';
import { previewComputed } from '../../../data/computed/requests.ts';
import { RequestError } from '../../../data/requests.ts';

/** Time without an edit before a request, in milliseconds. */
const DEBOUNCE_MS = 300;

/** Between a response and the next request for the same formula, in milliseconds. */
const REFRESH_MS = 3000;

export interface Preview {
  /** Undefined before the first response, and without a formula. */
  readonly result: ComputedPreview | undefined;
  /** The formula of the result, as it was sent. */
  readonly formula: string;
  /** Why the last request failed; empty otherwise. */
  readonly failure: string;
}

const NONE: Preview = { result: undefined, formula: '', failure: '' };

/**
 * Follows the result of a formula while the page is visible.
 * @param input undefined: nothing to compute
 * @param onResult called with each result, and the formula as it was sent
 */
export function usePreview(
  input: ComputedPreviewInput | undefined,
  onResult: (result: ComputedPreview, formula: string) => void,
): Preview {
  const [preview, setPreview] = useState(NONE);
  const report = useEffectEvent(onResult);
  const text = input && JSON.stringify(input);
  const isFirst = useRef(true);
  useEffect(() => {
    if (text === undefined) return undefined;
    const wanted = JSON.parse(text) as ComputedPreviewInput;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSuspended = false;
    const refresh = async (): Promise<void> => {
      isSuspended = document.hidden;
      if (isSuspended) return;
      try {
        const result = await previewComputed(wanted, controller.signal);
        if (controller.signal.aborted) return;
        setPreview({ result, formula: wanted.formula, failure: '' });
        report(result, wanted.formula);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof RequestError)) throw error;
        setPreview((known) => ({ ...known, failure: error.message }));
      }
      timer = setTimeout(() => void refresh(), REFRESH_MS);
    };
    const onVisible = (): void => {
      if (isSuspended) void refresh();
    };
    timer = setTimeout(() => void refresh(), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [text]);
  return text === undefined ? NONE : preview;
}
