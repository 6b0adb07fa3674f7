import { type ReactNode, useRef, useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { describeUnreadable, FileInput } from '../../../components/form/file-input.tsx';
import { useLive } from '../../../data/react.ts';
import { ImportDialog } from './import-dialog.tsx';
import { type ImportPlan, MAX_IMPORT, planImport } from './read-import.ts';

export interface Importer {
  /** Opens the file dialog. */
  choose: () => void;
  /** Must be rendered. */
  element: ReactNode;
}

async function planOf(file: File, clients: readonly MqttClientView[]): Promise<ImportPlan> {
  if (file.size > MAX_IMPORT) return refused('Not an MQTT client file: larger than 256 KiB.');
  try {
    return planImport(await file.text(), clients);
  } catch {
    return refused(describeUnreadable(file.name));
  }
}

function refused(problem: string): ImportPlan {
  return { kind: 'refused', errors: [problem] };
}

export function useImport(): Importer {
  const { clients } = useLive();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; plan: ImportPlan } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onFile = async (file: File): Promise<void> => {
    const plan = await planOf(file, clients.list.get());
    setChosen({ name: file.name, plan });
    setOpen(true);
  };
  return {
    choose: () => picker.current?.click(),
    element: (
      <>
        <FileInput ref={picker} label="MQTT client file" accept=".json,application/json" onFile={onFile} />
        {chosen && <ImportDialog file={chosen.name} plan={chosen.plan} open={isOpen} onOpenChange={setOpen} />}
      </>
    ),
  };
}
