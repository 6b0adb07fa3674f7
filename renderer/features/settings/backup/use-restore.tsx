import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { BACKUP_GROUPS, type Backup, confirmationOf, type RestoreResult } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { type FilePicker, useFilePicker } from '../../../components/form/use-file-picker.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatDayAndMinute } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { countsOf, type PartCounts, restoreSentence } from '../../../data/settings/labels.ts';
import { previewRestore, restore } from '../../../data/settings/maintenance-requests.ts';
import { type BackupPlan, readBackup } from './read-backup.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

export interface Restorer extends FilePicker {
  /** A dialog is open. */
  isOpen: boolean;
}

export function useRestore(onDone: (restored: RestoreResult) => void): Restorer {
  const [chosen, setChosen] = useState<{ name: string; plan: BackupPlan } | null>(null);
  const close = (): void => setChosen(null);
  const { choose, element } = useFilePicker('Backup file', '.json,application/json', async (file) =>
    setChosen({ name: file.name, plan: await readBackup(file) }),
  );
  return {
    choose,
    isOpen: chosen !== null,
    element: (
      <>
        {element}
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

interface RestoreDialogProps {
  file: string;
  backup: Backup;
  onDone: (restored: RestoreResult) => void;
  onClose: () => void;
}

function RestoreDialog({ file, backup, onDone, onClose }: RestoreDialogProps) {
  const there = usePresentCounts();
  const counts = countsOf(backup);
  return (
    <ReplaceDialog
      word="Restore items"
      busyWord="Restoring…"
      title={`Restore ${file}`}
      confirmation={`Restore the selected items from ${file}? They replace the current ones.`}
      failureTitle={`Cannot restore ${file}`}
      about={
        <DetailGroup>
          <DetailRow name="Created">{formatDayAndMinute(Date.parse(backup.made))}</DetailRow>
          <DetailRow name="Mensura version">{backup.release}</DetailRow>
        </DetailGroup>
      }
      legend="Items to restore"
      counts={counts}
      initial={BACKUP_GROUPS}
      sentenceOf={(part) => restoreSentence(part, counts, there)}
      preview={(parts) => previewRestore({ backup, parts })}
      run={(parts, { effects }, origins) => restore({ backup, parts, confirm: confirmationOf(effects, origins) })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Nothing was sent. */
function RefusedDialog({ file, errors, onClose }: { file: string; errors: readonly string[]; onClose: () => void }) {
  return (
    <Modal onClose={onClose} title={`Restore ${file}`}>
      <Notice tone="bad" title={`Cannot restore ${file}`}>
        {errors.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Notice>
      <p className="dim">No changes were made. Choose a file created with “Download backup”.</p>
      <div className="dialog-actions">
        <Dialog.Close className="button">Close</Dialog.Close>
      </div>
    </Modal>
  );
}

/** Named but disconnected devices are known only to the service. */
export function usePresentCounts(): PartCounts {
  const { clients, gateways, databases, destinations, rules, dashboards, corrections, computed, runPlans } = useLive();
  return {
    settings: null,
    devices: null,
    mqtt: useReadable(clients.list).length,
    gateways: useReadable(gateways.list).length,
    databases: useReadable(databases.list).length,
    destinations: useReadable(destinations.list).length,
    alarms: useReadable(rules.list).length,
    dashboards: useReadable(dashboards.list).length,
    corrections: useReadable(corrections.list).filter(({ correction }) => correction !== null).length,
    computed: useReadable(computed.list).length,
    run_plans: useReadable(runPlans.list).length,
  };
}
