/** Choosing parts, then a question that says in words what becomes of them, then doing it. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import type { Restored, SettingPart } from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/entries/use-action.ts';
import { Notice } from '../../../components/notice.tsx';
import type { RequestError } from '../../../data/requests.ts';
import { inOrder, type PartCounts } from '../../../data/settings/part-words.ts';
import { PartsField } from './parts-field.tsx';

export interface ReplaceDialogProps {
  /** "Restore", "Reset": on the last button. */
  word: string;
  busyWord: string;
  title: string;
  /** The question of the second step. */
  question: string;
  /** What stands above the choice of parts. */
  about: ReactNode;
  legend: string;
  counts: PartCounts;
  /** The parts that are chosen at first. */
  initial: readonly SettingPart[];
  sentenceOf: (part: SettingPart) => string;
  run: (parts: SettingPart[]) => Promise<Restored>;
  onDone: (restored: Restored) => void;
  onClose: () => void;
}

export function ReplaceDialog(props: ReplaceDialogProps) {
  const { word, busyWord, title, question, about, legend, counts, initial, sentenceOf, run, onDone, onClose } = props;
  const [chosen, setChosen] = useState<ReadonlySet<SettingPart>>(new Set(initial));
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const parts = inOrder(chosen);
  const act = async (): Promise<void> => {
    const restored = await action.run(() => run(parts));
    if (restored) onDone(restored);
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !action.busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">{isAsking ? question : title}</AlertDialog.Title>
          {isAsking ? (
            <Consequences sentences={parts.map(sentenceOf)} />
          ) : (
            <>
              <AlertDialog.Description render={<div />}>{about}</AlertDialog.Description>
              <PartsField legend={legend} chosen={chosen} onChange={setChosen} counts={counts} />
            </>
          )}
          <div role="alert">{action.failure && <Failure failure={action.failure} />}</div>
          <div className="dialog-actions">
            <AlertDialog.Close className="button" disabled={action.busy}>
              Cancel
            </AlertDialog.Close>
            {isAsking ? (
              <button
                key="act"
                type="button"
                className="button danger"
                disabled={action.busy}
                onClick={() => void act()}
              >
                {action.busy ? busyWord : word}
              </button>
            ) : (
              <button
                key="ask"
                type="button"
                className="button primary"
                disabled={parts.length === 0}
                onClick={() => setAsking(true)}
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

function Consequences({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      <AlertDialog.Description render={<ul className="consequences" />}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </AlertDialog.Description>
      <p className="dim">
        What was measured is not touched. Everything as it is now is first kept in a file in the data folder, without
        passwords; that file can be restored in turn.
      </p>
    </>
  );
}

function Failure({ failure: { message, problems } }: { failure: RequestError }) {
  return (
    <Notice tone="bad" title="It was not done">
      <p>{message}</p>
      {problems.map(({ path, message: problem }) => (
        <p key={path}>
          {path}: {problem}
        </p>
      ))}
    </Notice>
  );
}
