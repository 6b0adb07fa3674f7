/** How a test of the connection went. */
import { LoaderCircle } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { MqttVerdict } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatPeriod } from '../../../data/format/numbers.ts';
import { type ClientForm, formText } from '../form/client-form.ts';
import type { TestState } from './use-connection-test.ts';

export interface TestNoticeProps {
  state: TestState;
  onDismiss: () => void;
}

export function TestNotice({ state, onDismiss }: TestNoticeProps) {
  // Always there, so that a screen reader notices what appears in it.
  return (
    <output>
      {state.kind === 'running' && <Running onCancel={onDismiss} />}
      {state.kind === 'failed' && (
        <Notice tone="bad" title="The connection could not be tested" onClose={onDismiss}>
          <p>{state.message}</p>
        </Notice>
      )}
      {state.kind === 'done' && <Verdict verdict={state.verdict} tested={state.tested} onDismiss={onDismiss} />}
    </output>
  );
}

function Running({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="notice">
      <LoaderCircle aria-hidden size={17} className="turning" />
      <div className="notice-text">
        <p className="notice-title">Testing the connection</p>
        <p className="dim">It takes 15 seconds at most. Nothing is saved or published by it.</p>
      </div>
      <button type="button" className="button notice-action" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

interface VerdictProps {
  verdict: MqttVerdict;
  tested: ClientForm;
  onDismiss: () => void;
}

function Verdict({ verdict: { ok, text, error, duration_ms, notes }, tested, onDismiss }: VerdictProps) {
  const values = useWatch<ClientForm>() as ClientForm;
  const isOld = formText(values) !== formText(tested);
  return (
    <Notice
      tone={ok ? 'good' : 'bad'}
      title={ok ? 'The connection works' : 'The connection does not work'}
      onClose={onDismiss}
    >
      <p>{text}</p>
      {error && error.text !== text && <p>{error.text}</p>}
      {error?.remedy && <p>{error.remedy}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="dim">
        {ok && `It took ${formatPeriod(Math.max(1, Math.round(duration_ms)))}. `}
        {isOld && 'This was tested before your latest changes.'}
      </p>
    </Notice>
  );
}
