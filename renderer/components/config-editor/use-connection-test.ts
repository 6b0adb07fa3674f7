import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { RequestError } from '../../data/requests.ts';
import type { SavedForm } from './use-stored-form.ts';

export type TestState<Form, Result> =
  | { kind: 'none' }
  | { kind: 'running' }
  /** `tested` is the form at that time. */
  | { kind: 'done'; result: Result; tested: Form }
  /** The test itself failed. */
  | { kind: 'failed'; message: string };

export interface ConnectionTest<Form, Result> {
  state: TestState<Form, Result>;
  start: () => Promise<void>;
  /** Cancels a running test and clears the result. */
  dismiss: () => void;
}

/** @param test sends the test request */
export function useConnectionTest<Form extends FieldValues, Result>(
  { form, check, showErrors }: Pick<SavedForm<unknown, Form>, 'form' | 'check' | 'showErrors'>,
  test: (form: Form, signal: AbortSignal) => Promise<Result>,
): ConnectionTest<Form, Result> {
  const [state, setState] = useState<TestState<Form, Result>>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (!(await check())) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'running' });
    const tested = structuredClone(form.getValues());
    try {
      const result = await test(tested, controller.signal);
      if (!controller.signal.aborted) setState({ kind: 'done', result, tested });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      const others = showErrors(error);
      setState(others.length > 0 ? { kind: 'failed', message: others.join(' ') } : { kind: 'none' });
    }
  };
  const dismiss = (): void => {
    running.current?.abort();
    setState({ kind: 'none' });
  };
  return { state, start, dismiss };
}
