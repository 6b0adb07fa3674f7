import { useCallback } from 'react';
import { useWatch } from 'react-hook-form';
import type { DestinationTestResult, DestinationView } from '../../../../service/contract/index.ts';
import { type TestWords, useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { labelsOf } from '../../../components/config-editor/field-errors.ts';
import { Fold } from '../../../components/config-editor/fold.tsx';
import { testSteps } from '../../../components/config-editor/test-steps.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  storedOf,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { createDestination, testDestination, updateDestination } from '../../../data/destinations/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { DESTINATIONS, type DestinationFacts } from '../destinations.ts';
import { AlarmFields, ScheduleFields } from './alarm-fields.tsx';
import { checkForm } from './check-form.ts';
import {
  configurationText,
  DESTINATION_FIELDS,
  type DestinationForm,
  formOfDestination,
  formText,
  inputOfForm,
} from './destination-form.ts';
import { AdvancedFields, MainFields } from './fields.tsx';

const DESTINATION_FORM: FormDefinition<DestinationView, DestinationForm> = {
  labels: labelsOf(DESTINATION_FIELDS),
  identifier: 'name',
  formOf: formOfDestination,
  formText,
  configurationText,
};

const TEST_WORDS: TestWords = {
  button: 'Send test message',
  running: 'Sending a test message…',
  note: 'Takes up to 30 s. The test does not save settings.',
  passed: 'Test successful',
  failed: 'Test failed',
  impossible: 'Cannot send a test message',
};

const HEARTBEAT_WORDS: TestWords = {
  ...TEST_WORDS,
  button: 'Send test request',
  running: 'Sending a test request…',
  impossible: 'Cannot send a test request',
};

const TestSteps = testSteps({ connect: 'Connection', 'sign-in': 'Sign-in', send: 'Message' });
const HeartbeatTestSteps = testSteps({ connect: 'Connection', 'sign-in': 'Sign-in', send: 'Request' });

type EditorOptions = Pick<EntryEditorOptions<'destination', DestinationForm>, 'record' | 'initial' | 'what'>;

export function useEditor(options: EditorOptions): FormEditor<DestinationView, DestinationForm> {
  const stored = storedOf(options.record);
  const destinations = useReadable(useLive().destinations.list);
  const check = useCallback(
    (form: DestinationForm) => checkForm(form, { stored, destinations }),
    [stored, destinations],
  );
  return useEntryEditor({ ...options, entries: DESTINATIONS, kind: DESTINATION_FORM, check, send });
}

/** The Enabled switch saves itself; the form does not change it. */
function send(form: DestinationForm, stored: DestinationView | null): Promise<DestinationView> {
  const input = inputOfForm(form);
  return stored ? updateDestination(stored.id, { ...input, enabled: stored.config.enabled }) : createDestination(input);
}

export interface EditorFormProps
  extends Omit<EntryFormProps<'destination', DestinationForm>, 'entries' | 'test' | 'children'> {
  /** Null while unknown. */
  facts: DestinationFacts | null;
}

export function EditorForm({ facts, ...entry }: EditorFormProps) {
  const { stored, state } = entry.editor;
  const isHeartbeat = useWatch({ control: state.form.control, name: 'kind' }) === 'heartbeat';
  const test = useConnectionTest<DestinationView, DestinationForm, DestinationTestResult>(
    entry.editor,
    (form, signal) => testDestination(inputOfForm(form), stored?.id ?? null, signal),
    isHeartbeat ? HeartbeatTestSteps : TestSteps,
    isHeartbeat ? HEARTBEAT_WORDS : TEST_WORDS,
  );
  return (
    <EntryForm {...entry} entries={DESTINATIONS} test={test}>
      <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
      {!isHeartbeat && (
        <>
          <Fold name="alarms" title="Alarms" subjects="which alarms, escalation, reminders" state={state}>
            <AlarmFields />
          </Fold>
          <Fold name="schedule" title="Schedule" subjects="quiet hours, daily message" state={state}>
            <ScheduleFields />
          </Fold>
        </>
      )}
      <Fold name="advanced" title="Advanced" subjects={isHeartbeat ? 'TLS' : 'limits, TLS'} state={state}>
        <AdvancedFields stored={stored} />
      </Fold>
    </EntryForm>
  );
}
