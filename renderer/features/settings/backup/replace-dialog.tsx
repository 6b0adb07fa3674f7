import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import {
  BACKUP_GROUPS,
  type BackupGroup,
  type RestorePreview,
  type RestoreResult,
} from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { Modal } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { RequestError } from '../../../data/requests.ts';
import { GROUP_LABELS, inOrder, type PartCounts, partContent } from '../../../data/settings/labels.ts';
import { Choices } from './choices.tsx';
import { RestoreEffects } from './restore-effects.tsx';

export interface ReplaceDialogProps {
  /** The last button: "Restore items". */
  word: string;
  busyWord: string;
  title: string;
  /** Title of the second step. */
  confirmation: string;
  /** Title of an error: "Cannot restore mine.json". */
  failureTitle: string;
  about: ReactNode;
  legend: string;
  counts: PartCounts;
  /** Selected initially. */
  initial: readonly BackupGroup[];
  sentenceOf: (group: BackupGroup) => string;
  /** Requested before the second step. */
  preview: (groups: BackupGroup[]) => Promise<RestorePreview>;
  /** @param origins new web origins that the user allows */
  run: (groups: BackupGroup[], preview: RestorePreview, origins: string[]) => Promise<RestoreResult>;
  onDone: (restored: RestoreResult) => void;
  onClose: () => void;
}

export function ReplaceDialog(props: ReplaceDialogProps) {
  const { word, busyWord, title, confirmation, failureTitle, about, legend, counts, initial, sentenceOf } = props;
  const { preview: loadPreview, run, onDone, onClose } = props;
  const [chosen, setChosen] = useState<ReadonlySet<BackupGroup>>(new Set(initial));
  const [preview, setPreview] = useState<RestorePreview | null>(null);
  const [origins, setOrigins] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const groups = inOrder(chosen);
  const showPreview = async (): Promise<void> => {
    const result = await action.run(() => loadPreview(groups));
    if (result) setPreview(result);
  };
  const act = async (seen: RestorePreview): Promise<void> => {
    const restored = await action.run(() => run(groups, seen, [...origins]));
    if (restored) onDone(restored);
  };
  return (
    <Modal isQuestion onClose={() => !action.busy && onClose()} title={preview ? confirmation : title}>
      {preview ? (
        <>
          <Consequences sentences={groups.map(sentenceOf)} deletesHistory={preview.losses?.length !== 0} />
          <RestoreEffects preview={preview} origins={origins} onOrigins={setOrigins} />
        </>
      ) : (
        <>
          <Dialog.Description render={<div />}>{about}</Dialog.Description>
          <GroupsField legend={legend} chosen={chosen} onChange={setChosen} counts={counts} />
        </>
      )}
      <div role="alert">{action.failure && <Failure title={failureTitle} failure={action.failure} />}</div>
      <div className="dialog-actions">
        <Dialog.Close className="button" disabled={action.busy}>
          Cancel
        </Dialog.Close>
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
            disabled={groups.length === 0 || action.busy}
            onClick={() => void showPreview()}
          >
            Continue
          </button>
        )}
      </div>
    </Modal>
  );
}

function Consequences({ sentences, deletesHistory }: { sentences: readonly string[]; deletesHistory: boolean }) {
  return (
    <>
      <Dialog.Description render={<ul className="consequences" />}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Dialog.Description>
      <p className="dim">
        {deletesHistory ? 'Stored readings are deleted as listed below.' : 'History is not affected.'} Mensura first
        saves a backup of the current settings, without passwords, certificates and keys, to the data folder.
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

interface GroupsFieldProps {
  legend: string;
  chosen: ReadonlySet<BackupGroup>;
  onChange: (chosen: ReadonlySet<BackupGroup>) => void;
  counts: PartCounts;
}

function GroupsField({ legend, chosen, onChange, counts }: GroupsFieldProps) {
  return (
    <fieldset className="form-group">
      <legend className="form-label">{legend}</legend>
      <Choices
        values={BACKUP_GROUPS}
        chosen={chosen}
        onChange={onChange}
        labelOf={(group) => GROUP_LABELS[group]}
        noteOf={(group) => partContent(group, counts)}
      />
    </fieldset>
  );
}
