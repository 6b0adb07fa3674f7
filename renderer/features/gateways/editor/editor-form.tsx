import { useController, useWatch } from 'react-hook-form';
import type { GatewayTestResult, GatewayView } from '../../../../service/contract/index.ts';
import { useConnectionTest } from '../../../components/config-editor/connection-test.tsx';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { FieldGroup } from '../../../components/form/declared-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatCount, plural } from '../../../data/format/numbers.ts';
import { SENSGATE_CAVEAT } from '../../../data/gateways/labels.ts';
import { createGateway, testGateway, updateGateway } from '../../../data/gateways/requests.ts';
import { GATEWAYS } from '../gateways.ts';
import { FoundOffers } from '../offers/found-offers.tsx';
import { UnknownResponse } from '../unknown-response.tsx';
import {
  checkForm,
  configurationText,
  formOfGateway,
  formText,
  GATEWAY_FIELDS,
  GATEWAY_LABELS,
  type GatewayForm,
  inputOfForm,
} from './gateway-form.ts';
import { RemoteFields } from './remote-fields.tsx';

const KINDS: readonly { value: GatewayForm['kind']; word: string; text: string }[] = [
  {
    value: 'sensgate',
    word: 'SensGate',
    text: 'A Dracal gateway on your network, read over HTTP.',
  },
  {
    value: 'mqtt',
    word: 'Remote Mensura',
    text: 'Readings that Mensura on another computer publishes to a broker.',
  },
];

function KindField() {
  const { field } = useController<GatewayForm, 'kind'>({ name: 'kind' });
  return (
    <fieldset className="form-group">
      <legend className="form-label">{GATEWAY_LABELS['kind']}</legend>
      <div className="kind-cards">
        {KINDS.map(({ value, word, text }) => (
          <label key={value} className="kind-card">
            <input
              type="radio"
              name="kind"
              data-field="kind"
              value={value}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
              {...(field.value === value && { ref: field.ref })}
            />
            <span>
              <span className="kind-card-word">{word}</span>
              <span className="dim">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const GATEWAY_FORM: FormDefinition<GatewayView, GatewayForm> = {
  labels: GATEWAY_LABELS,
  formOf: formOfGateway,
  formText,
  configurationText,
};

type EditorOptions = Pick<EntryEditorOptions<'gateway', GatewayForm>, 'record' | 'initial' | 'what'>;

export function useEditor(options: EditorOptions): FormEditor<GatewayView, GatewayForm> {
  return useEntryEditor({
    ...options,
    entries: GATEWAYS,
    kind: GATEWAY_FORM,
    check: checkForm,
    send: (form, stored) => {
      // The Enabled switch saves itself; the form does not change it.
      const input = inputOfForm(form, options.record?.view.config.enabled);
      return stored ? updateGateway(stored.id, input) : createGateway(input);
    },
  });
}

const SHOWN = 12;

function TestDetails({ result: { instruments, unknown_answer } }: { result: GatewayTestResult }) {
  const more = instruments.length - SHOWN;
  return (
    <>
      {instruments.length > 0 && (
        <p>
          Found {plural(instruments.length, 'device')}:{' '}
          <span className="mono">{instruments.slice(0, SHOWN).join(', ')}</span>
          {more > 0 && ` and ${formatCount(more)} more`}.
        </p>
      )}
      {unknown_answer && <UnknownResponse answer={unknown_answer} />}
    </>
  );
}

export function EditorForm(props: Omit<EntryFormProps<'gateway', GatewayForm>, 'entries' | 'test' | 'children'>) {
  const { editor } = props;
  const test = useConnectionTest(editor, (form, signal) => testGateway(inputOfForm(form), signal), TestDetails);
  return (
    <EntryForm {...props} entries={GATEWAYS} test={test}>
      {/* The kind of a stored gateway cannot change. */}
      {editor.stored === null && <KindField />}
      {editor.stored === null && <FoundOffers />}
      <GatewayFields />
    </EntryForm>
  );
}

function GatewayFields() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' ? <RemoteFields /> : <SensgateFields />;
}

function SensgateFields() {
  return (
    <>
      <div className="form-grid">
        <FieldGroup fields={GATEWAY_FIELDS.sensgate} first={['name', 'period_ms']} widgets={{ kind: null }} />
      </div>
      <Notice tone="info" title="Not tested with hardware">
        <p>{SENSGATE_CAVEAT}</p>
        <p>Test the connection. An invalid response is shown with its HTTP status and first lines.</p>
      </Notice>
    </>
  );
}
