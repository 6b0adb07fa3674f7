import { type ReactNode, useRef, useState } from 'react';
import type { RestoreResult } from '../../../../service/contract/index.ts';
import { FileInput } from '../../../components/form/file-input.tsx';
import { type BackupPlan, readBackup } from './read-backup.ts';
import { RefusedDialog, RestoreDialog } from './restore-dialog.tsx';

export interface Restorer {
  /** Opens the file dialog. */
  choose: () => void;
  /** A dialog is open. */
  isOpen: boolean;
  /** Must be rendered. */
  element: ReactNode;
}

export function useRestore(onDone: (restored: RestoreResult) => void): Restorer {
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; plan: BackupPlan } | null>(null);
  const close = (): void => setChosen(null);
  const onFile = async (file: File): Promise<void> => {
    const plan = await readBackup(file);
    setChosen({ name: file.name, plan });
  };
  return {
    choose: () => picker.current?.click(),
    isOpen: chosen !== null,
    element: (
      <>
        <FileInput ref={picker} label="Backup file" accept=".json,application/json" onFile={onFile} />
        {chosen?.plan.kind === 'refused' && (
          <RefusedDialog file={chosen.name} errors={chosen.plan.errors} onClose={close} />
        )}
        {chosen?.plan.kind === 'ready' && (
          <RestoreDialog
            file={chosen.name}
            backup={chosen.plan.backup}
            onDone={(restored) => {
              close();
              onDone(restored);
            }}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
