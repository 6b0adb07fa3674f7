import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import { type Run, runLeadMs, runStart } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { FieldError } from '../../../components/form/field.tsx';
import { TimestampField } from '../../../components/form/timestamp-field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { capitalized } from '../../../data/format/text.ts';
import type { Live } from '../../../data/live.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { trimRun } from '../../../data/runs/requests.ts';

export interface RangeDialogProps {
  /** A finished run. */
  run: Run;
  onClose: () => void;
}

interface Range {
  /** Milliseconds since 1970; NaN for an invalid text. */
  from: number;
  to: number;
}

/** Changes the range of a run; a message offers the former one. */
export function RangeDialog({ run, onClose }: RangeDialogProps) {
  const { runs } = useLive();
  const { run: attempt, busy, failure } = useAction();
  const present = rangeOf(run);
  const [range, setRange] = useState(present);
  const [checked, setChecked] = useState<Partial<Record<keyof Range, string>>>({});
  const set = (change: Partial<Range>): void => {
    setRange({ ...range, ...change });
    setChecked({});
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const errors = errorsOf(range);
    setChecked(errors);
    const first = Object.keys(errors)[0];
    if (first) return form.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
    const changed = await attempt(() => trimRun(run.id, inputOf(range)));
    if (!changed) return;
    runs.accept(changed);
    onClose();
    showToast({
      title: `Changed the range of the run “${run.name}”`,
      action: { word: 'Undo', run: () => void undo(runs, run) },
    });
  };
  return (
    <Modal isQuestion onClose={() => !busy && onClose()} title={`Change the range of ${run.name}`}>
      <Dialog.Description className="dim">
        The run can become shorter or longer. Readings outside the new range are not deleted now, but retention applies
        to them; readings that retention has deleted are not restored.
      </Dialog.Description>
      <form className="form-section" noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-pair run-range">
          {(['from', 'to'] as const).map((name) => (
            <TimestampField
              key={name}
              label={name === 'from' ? 'From' : 'To'}
              name={name}
              at={range[name]}
              error={checked[name] ?? fieldErrorOf(failure, name)}
              onChange={(at) => set({ [name]: at })}
            />
          ))}
        </div>
        <div className="run-proposals">
          <button type="button" className="badge" onClick={() => set(present)}>
            Current range
          </button>
          {runLeadMs(run) > 0 && (
            <button type="button" className="badge" onClick={() => set({ from: runStart(run) })}>
              Without readings before the start
            </button>
          )}
        </div>
        <FieldError text={failure && failure.errors.length === 0 ? failure.message : ''} />
        <div className="dialog-actions">
          <Dialog.Close className="button" disabled={busy}>
            Cancel
          </Dialog.Close>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? 'Saving…' : 'Change range'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function rangeOf({ from, to }: Run): Range {
  return { from: Date.parse(from), to: Date.parse(to ?? from) };
}

function inputOf({ from, to }: Range): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function errorsOf({ from, to }: Range): Partial<Record<keyof Range, string>> {
  return {
    ...(Number.isNaN(from) && { from: 'Enter the start.' }),
    ...(Number.isNaN(to) ? { to: 'Enter the end.' } : from >= to && { to: 'Must be after the start.' }),
  };
}

function fieldErrorOf(failure: RequestError | null, name: string): string {
  const message = failure?.errors.find(({ path }) => path === name)?.message;
  return message ? `${capitalized(message)}.` : '';
}

async function undo(runs: Live['runs'], run: Run): Promise<void> {
  try {
    runs.accept(await trimRun(run.id, inputOf(rangeOf(run))));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot restore the range of the run “${run.name}”`, text: error.message });
  }
}
