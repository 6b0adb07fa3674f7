import { FileText } from 'lucide-react';
import { type FormEvent, memo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'wouter';
import type { ChannelCorrection, ChannelRef } from '../../../service/contract/index.ts';
import { forceNavigate } from '../../app/guarded-location.ts';
import { useDetailsToggle } from '../../app/panes.tsx';
import { ChangedElsewhere, SaveBar, SaveFailure } from '../../components/config-editor/save-bar.tsx';
import { type FormEditor, useFormEditor } from '../../components/config-editor/use-form-editor.ts';
import type { FormDefinition } from '../../components/config-editor/use-stored-form.ts';
import { Switch } from '../../components/form/field.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { saveCorrection } from '../../data/corrections/requests.ts';
import { localFieldText } from '../../data/format/numbers.ts';
import { useDisplayUnits, useLive } from '../../data/react.ts';
import { deviceRoute } from '../devices/routes.ts';
import {
  CORRECTION_LABELS,
  type CorrectionForm,
  checkForm,
  configurationText,
  emptyForm,
  formText,
  inputOfForm,
  toForm,
} from './correction-form.ts';
import { CurveFields } from './curve-fields.tsx';
import { PointSection } from './point-section.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ProvenanceFields } from './provenance-fields.tsx';
import { recordRoute } from './routes.ts';
import { useCorrectionActions } from './use-correction-actions.ts';
import { useCorrection } from './use-target.ts';

export interface CorrectionEditorProps {
  of: ChannelRef;
  name: string;
  deviceName: string;
  /** The channel's API unit. */
  unit: string;
  /** The channel to capture from: without the correction. */
  measured: string;
}

const DEFINITION: FormDefinition<ChannelCorrection, CorrectionForm> = {
  labels: CORRECTION_LABELS,
  formOf: ({ correction, unit }, present) =>
    correction ? toForm(correction, unit) : (present ?? emptyForm(unit, unit, today())),
  formText,
  configurationText,
};

/** As in a date field. */
function today(): string {
  return localFieldText(Date.now()).slice(0, 10);
}

/** Memoized: readings do not render the form. */
export const CorrectionEditor = memo(function CorrectionEditor(props: CorrectionEditorProps) {
  const { of, name, unit, measured } = props;
  const { corrections } = useLive();
  const shown = useDisplayUnits().of(unit).unit;
  const view = useCorrection(of);
  const stored = view?.correction ? view : null;
  const [initial] = useState(() =>
    view?.correction ? toForm(view.correction, unit) : emptyForm(unit, shown, today()),
  );
  const [wasStored, setWasStored] = useState(stored !== null);
  if (stored && !wasStored) setWasStored(true);
  const what = `the correction of ${name}`;
  const editor = useFormEditor<ChannelCorrection, CorrectionForm>({
    kind: DEFINITION,
    stored,
    initial,
    check: checkForm,
    what,
    send: (form, before) => saveCorrection(of, inputOfForm(form, before?.correction?.enabled)),
    onSaved: (answer, sent, state) => {
      corrections.accept(answer);
      state.settle(answer, sent);
    },
  });
  const { form, element, isDirty, changedElsewhere, loadStored } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <article className="entry-view correction" aria-label={`Correction of ${name}`}>
      <FormProvider {...form}>
        <CorrectionHeader {...props} stored={stored} editor={editor} />
        <div className="entry-notices">
          {changedElsewhere && <ChangedElsewhere what="This correction was" tone="warning" onReload={loadStored} />}
          {wasStored && !stored && (
            <Notice tone="warning" title="This correction was removed">
              <p>Readings are not corrected. Saving adds the correction again.</p>
            </Notice>
          )}
          {stored?.correction?.enabled === false && (
            <Notice tone="info" title="This correction is off">
              <p>Readings are not corrected until you turn it on.</p>
            </Notice>
          )}
          <SaveFailure editor={editor} />
        </div>
        <form
          ref={element}
          noValidate
          autoComplete="off"
          className="entry-form"
          aria-label={`Correction of ${name}`}
          onSubmit={onSubmit}
        >
          <PointSection of={of} measured={measured} unit={unit} />
          <CurveFields />
          <PreviewPanel of={of} />
          <ProvenanceFields />
          <SaveBar
            isDirty={isDirty}
            busy={editor.busy}
            isNew={stored === null}
            saveWord={stored ? 'Save changes' : 'Save correction'}
            discardWord={stored ? 'Discard changes' : 'Cancel'}
            onDiscard={() => (stored ? loadStored() : forceNavigate(deviceRoute(of)))}
          />
        </form>
      </FormProvider>
    </article>
  );
});

interface CorrectionHeaderProps extends CorrectionEditorProps {
  stored: ChannelCorrection | null;
  editor: FormEditor<ChannelCorrection, CorrectionForm>;
}

function CorrectionHeader({ of, name, deviceName, stored, editor }: CorrectionHeaderProps) {
  const openVersions = useDetailsToggle();
  const actions = useCorrectionActions(of, name);
  const busy = actions.busy || editor.busy;
  return (
    <>
      <header className="entry-header">
        <div className="entry-identity">
          <h2 className="ellipsis">Correct {name}</h2>
          <p className="entry-facts dim">
            <Link href={deviceRoute(of)}>{deviceName}</Link> <span className="mono">{of.serial}</span>
            {!stored && ' · No correction saved'}
          </p>
        </div>
        <div className="entry-controls">
          {stored?.correction && (
            <>
              <Switch
                label="Correct this channel"
                checked={stored.correction.enabled}
                disabled={busy}
                onChange={({ target }) => actions.enable(stored, target.checked)}
              />
              <Link className="button" href={recordRoute(of)}>
                <FileText aria-hidden size={14} /> Record
              </Link>
              <button type="button" className="button danger" disabled={busy} onClick={() => actions.remove(stored)}>
                Remove
              </button>
            </>
          )}
          {openVersions && (
            <button type="button" className="button" onClick={openVersions}>
              Versions
            </button>
          )}
        </div>
      </header>
      <FailureNotice title={actions.failureTitle} text={actions.failure?.message} onClose={actions.dismiss} />
    </>
  );
}
