/** Importing a file of clients: choosing it, seeing what it would do, doing it. */
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useLive } from '../../../data/react.ts';
import { ImportDialog } from './import-dialog.tsx';
import { type ImportPlan, MAX_IMPORT, planImport } from './read-import.ts';

export interface Importer {
  /** Lets the user choose a file. */
  choose: () => void;
  /** Stands somewhere on the page. */
  element: ReactNode;
}

export function useImport(): Importer {
  const { clients } = useLive();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; plan: ImportPlan } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    // So that the same file can be chosen again.
    target.value = '';
    if (!file) return;
    const plan: ImportPlan =
      file.size > MAX_IMPORT
        ? { kind: 'refused', problems: ['This is no file of MQTT clients: it is larger than 256 KiB.'] }
        : planImport(await file.text(), clients.list.get());
    setChosen({ name: file.name, plan });
    setOpen(true);
  };
  return {
    choose: () => picker.current?.click(),
    element: (
      <>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label="File of MQTT clients"
          onChange={(event) => void onFile(event)}
        />
        {chosen && <ImportDialog file={chosen.name} plan={chosen.plan} open={isOpen} onOpenChange={setOpen} />}
      </>
    ),
  };
}
