/** Tries what the form says with a broker, without saving it. */
import { useEffect, useRef, useState } from 'react';
import type { MqttVerdict } from '../../../../service/contract/index.ts';
import { testClient } from '../../../data/mqtt/requests.ts';
import { RequestError } from '../../../data/requests.ts';
import { type ClientForm, inputOfForm } from '../form/client-form.ts';
import type { ClientFormState } from './use-client-form.ts';

export type TestState =
  | { kind: 'none' }
  | { kind: 'running' }
  /** `tested` is what the form held. */
  | { kind: 'done'; verdict: MqttVerdict; tested: ClientForm }
  /** It could not be tried. */
  | { kind: 'failed'; message: string };

export interface ConnectionTest {
  state: TestState;
  start: () => Promise<void>;
  /** Ends a test that runs, and forgets the last verdict. */
  dismiss: () => void;
}

/** @param identifier of the client whose stored secrets are used; null for one that is new */
export function useConnectionTest(
  { form, check, showProblems }: Pick<ClientFormState, 'form' | 'check' | 'showProblems'>,
  identifier: string | null,
): ConnectionTest {
  const [state, setState] = useState<TestState>({ kind: 'none' });
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
      const verdict = await testClient(inputOfForm(tested), identifier, controller.signal);
      if (!controller.signal.aborted) setState({ kind: 'done', verdict, tested });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      const others = showProblems(error);
      setState(others.length > 0 ? { kind: 'failed', message: others.join(' ') } : { kind: 'none' });
    }
  };
  const dismiss = (): void => {
    running.current?.abort();
    setState({ kind: 'none' });
  };
  return { state, start, dismiss };
}
