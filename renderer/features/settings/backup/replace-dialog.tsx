import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import {
  BACKUP_GROUPS,
  type BackupGroup,
  type RestorePreview,
  type RestoreResult,
} from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { Notice } from '../../../components/notice.tsx';
import type { RequestError } from '../../../data/requests.ts';
import { GROUP_LABELS, inOrder, type PartCounts, partContent } from '../../../data/settings/group-labels.ts';
import { RestoreEffects } from './restore-effects.tsx';

export interface ReplaceDialogProps {
  /** The last button: "Restore items". */
  word: string;
  busyWord: string;
  title: string;
  /** Title of the second step. */
  question: string;
  /** Title of an error: "Cannot restore mine.json". */
  failureTitle: string;
  about: ReactNode;
  legend: string;
  counts: PartCounts;
  /** Selected initially. */
  initial: readonly BackupGroup[];
  sentenceOf: (part: BackupGroup) => string;
  /** Requested before the second step. */
  preview: (parts: BackupGroup[]) => Promise<RestorePreview>;
  /** @param origins new web origins that the user allows */
  run: (parts: BackupGroup[], preview: RestorePreview, origins: string[]) => Promise<RestoreResult>;
  onDone: (restored: RestoreResult) => void;
  onClose: () => void;
}

export function ReplaceDialog(props: ReplaceDialogProps) {
  const { word, busyWord, title, question, failureTitle, about, legend, counts, initial, sentenceOf } = props;
  const { preview: ask, run, onDone, onClose } = props;
  const [chosen, setChosen] = useState<ReadonlySet<BackupGroup>>(new Set(initial));
  const [preview, setPreview] = useState<RestorePreview | null>(null);
  const [origins, setOrigins] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const parts = inOrder(chosen);
  const look = async (): Promise<void> => {
    const answer = await action.run(() => ask(parts));
    if (answer) setPreview(answer);
  };
  const act = async (seen: RestorePreview): Promise<void> => {
    const restored = await action.run(() => run(parts, seen, [...origins]));
    if (restored) onDone(restored);
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !action.busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">{preview ? question : title}</AlertDialog.Title>
          {preview ? (
            <>
              <Consequences sentences={parts.map(sentenceOf)} losesHistory={preview.losses?.length !== 0} />
              <RestoreEffects preview={preview} origins={origins} onOrigins={setOrigins} />
            </>
          ) : (
            <>
              <AlertDialog.Description render={<div />}>{about}</AlertDialog.Description>
              <GroupsField legend={legend} chosen={chosen} onChange={setChosen} counts={counts} />
            </>
          )}
          <div role="alert">{action.failure && <Failure title={failureTitle} failure={action.failure} />}</div>
          <div className="dialog-actions">
            <AlertDialog.Close className="button" disabled={action.busy}>
              Cancel
            </AlertDialog.Close>
            {preview ? (
              <button
                key="act"
                type="button"
                className="button danger"
                disabled={action.busy}
                onClick={() => void act(preview)}
              >
                {action.busy ? busyWord : word}
              </button>
            ) : (
              <button
                key="ask"
                type="button"
                className="button primary"
                disabled={parts.length === 0 || action.busy}
                onClick={() => void look()}
              >
                Continue
              </button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Consequences({ sentences, losesHistory }: { sentences: readonly string[]; losesHistory: boolean }) {
  return (
    <>
      <AlertDialog.Description render={<ul className="consequences" />}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </AlertDialog.Description>
      <p className="dim">
        {losesHistory ? 'Stored readings are deleted as listed below.' : 'History is not affected.'} Mensura first saves
        a backup of the current settings, without passwords, to the data folder.
      </p>
    </>
  );
}

function Failure({ title, failure: { message, errors } }: { title: string; failure: RequestError }) {
  return (
    <Notice tone="bad" title={title}>
      <p>{message}</p>
      {errors.map(({ path, message: problem }) => (
        <p key={path}>
          {path}: {problem}
        </p>
      ))}
    </Notice>
  );
}

interface PartsFieldProps {
  legend: string;
  chosen: ReadonlySet<BackupGroup>;
  onChange: (chosen: ReadonlySet<BackupGroup>) => void;
  counts: PartCounts;
}

function GroupsField({ legend, chosen, onChange, counts }: PartsFieldProps) {
  const toggle = (part: BackupGroup, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(part);
    else next.delete(part);
    onChange(next);
  };
  return (
    <fieldset className="form-group">
      <legend className="form-label">{legend}</legend>
      {BACKUP_GROUPS.map((part) => (
        <label key={part} className="part-choice">
          <input type="checkbox" checked={chosen.has(part)} onChange={({ target }) => toggle(part, target.checked)} />
          <span>{GROUP_LABELS[part]}</span>
          <span className="dim part-count">{partContent(part, counts)}</span>
        </label>
      ))}
    </fieldset>
  );
}
