import { LoaderCircle } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { formatPeriod } from '../../data/format/numbers.ts';
import { RequestError } from '../../data/requests.ts';
import { Notice } from '../notice.tsx';
import type { FormEditor } from './use-form-editor.ts';

/** How a test is named, and what it does. */
export interface TestWords {
  button: string;
  running: string;
  /** Its limits and effects, while it runs. */
  note: string;
  passed: string;
  failed: string;
  /** The test itself failed. */
  impossible: string;
}

const CONNECTION_TEST: TestWords = {
  button: 'Test connection',
  running: 'Testing the connection…',
  note: 'Takes up to 15 s. The test does not save settings or send readings.',
  passed: 'Connection successful',
  failed: 'Connection failed',
  impossible: 'Cannot test the connection',
};

/** The common part of all test results. */
export interface TestResult {
  ok: boolean;
  text: string;
  error: { text: string; remedy: string } | null;
  duration_ms: number;
  notes: readonly string[];
}

interface TestNoticeProps<Form extends FieldValues, Result extends TestResult> {
  state: TestState<Form, Result>;
  words: TestWords;
  formText: (form: Form) => string;
  /** Further content of the result. */
  more?: ComponentType<{ result: Result }> | undefined;
  onDismiss: () => void;
}

function TestNotice<Form extends FieldValues, Result extends TestResult>(props: TestNoticeProps<Form, Result>) {
  const { state, words, formText, more: More, onDismiss } = props;
  // Always present: screen readers announce only changes of an existing element.
  return (
    <output>
      {state.kind === 'running' && <Running words={words} onCancel={onDismiss} />}
      {state.kind === 'failed' && (
        <Notice tone="bad" title={words.impossible} onClose={onDismiss}>
          <p>{state.message}</p>
        </Notice>
      )}
      {state.kind === 'done' && (
        <TestResultNotice
          result={state.result}
          words={words}
          tested={formText(state.tested)}
          formText={formText}
          onClose={onDismiss}
        >
          {More && <More result={state.result} />}
        </TestResultNotice>
      )}
    </output>
  );
}

function Running({ words, onCancel }: { words: TestWords; onCancel: () => void }) {
  return (
    <div className="notice">
      <LoaderCircle aria-hidden size={17} className="turning" />
      <div className="notice-text">
        <p className="notice-title">{words.running}</p>
        <p className="dim">{words.note}</p>
      </div>
      <button type="button" className="button notice-action" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

interface TestResultNoticeProps<Form extends FieldValues> {
  result: TestResult;
  words: TestWords;
  /** The tested form, as text. */
  tested: string;
  formText: (form: Form) => string;
  children: ReactNode;
  onClose: () => void;
}

function TestResultNotice<Form extends FieldValues>(props: TestResultNoticeProps<Form>) {
  const { result, words, tested, formText, children, onClose } = props;
  const { ok, text, error, duration_ms, notes } = result;
  const isOld = formText(useWatch<Form>() as Form) !== tested;
  return (
    <Notice tone={ok ? 'good' : 'bad'} title={ok ? words.passed : words.failed} onClose={onClose}>
      <p>{text}</p>
      {error && error.text !== text && <p>{error.text}</p>}
      {error?.remedy && <p>{error.remedy}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {children}
      <p className="dim">
        {ok && `Duration: ${formatPeriod(Math.max(1, Math.round(duration_ms)))}. `}
        {isOld && 'Tested before your latest changes.'}
      </p>
    </Notice>
  );
}

type TestState<Form, Result> =
  | { kind: 'none' }
  | { kind: 'running' }
  /** `tested` is the form at that time. */
  | { kind: 'done'; result: Result; tested: Form }
  /** The test itself failed. */
  | { kind: 'failed'; message: string };

export interface ConnectionTest {
  /** Of the button. */
  word: string;
  isRunning: boolean;
  start: () => void;
  /** Progress and result. Must be rendered within the FormProvider. */
  notice: ReactNode;
}

/**
 * @param test sends the test request
 * @param more further content of the result
 * @param words default: of a connection test
 */
export function useConnectionTest<View, Form extends FieldValues, Result extends TestResult>(
  { kind, state: { form, check, showErrors } }: FormEditor<View, Form>,
  test: (form: Form, signal: AbortSignal) => Promise<Result>,
  more?: ComponentType<{ result: Result }>,
  words = CONNECTION_TEST,
): ConnectionTest {
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
  return {
    word: words.button,
    isRunning: state.kind === 'running',
    start: () => void start(),
    notice: <TestNotice state={state} words={words} formText={kind.formText} more={more} onDismiss={dismiss} />,
  };
}
