import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { navigateTo } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { describeUnreadable, type FilePicker, useFilePicker } from '../../components/form/use-file-picker.tsx';
import { Modal } from '../../components/modal.tsx';
import { Notice } from '../../components/notice.tsx';
import { createDashboard } from '../../data/dashboards/requests.ts';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import { MAX_FILE_BYTES, type ReadDashboard, readDashboard } from './dashboard-file.ts';
import { dashboardRoute } from './routes.ts';

interface Refusal {
  readonly file: string;
  readonly errors: readonly string[];
}

async function readFile(file: File): Promise<ReadDashboard> {
  const refused = (error: string): ReadDashboard => ({ kind: 'refused', errors: [error] });
  if (file.size > MAX_FILE_BYTES) return refused('Not a dashboard file: larger than 2 MiB.');
  try {
    return readDashboard(await file.text());
  } catch {
    return refused(describeUnreadable(file.name));
  }
}

/** Adds a dashboard from a file, and shows it. */
export function useImport(): FilePicker {
  const { dashboards } = useLive();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isOpen, setOpen] = useState(false);
  const refuse = (file: string, errors: readonly string[]): void => {
    setRefusal({ file, errors });
    setOpen(true);
  };
  const { choose, element } = useFilePicker('Dashboard file', '.json,application/json', async (file) => {
    const read = await readFile(file);
    if (read.kind === 'refused') {
      refuse(file.name, read.errors);
      return;
    }
    try {
      const added = await createDashboard(read.dashboard);
      dashboards.accept(added);
      showToast({ title: `Imported the dashboard “${added.dashboard.name}”` });
      navigateTo(dashboardRoute(added.id));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      refuse(file.name, [error.message]);
    }
  });
  return {
    choose,
    element: (
      <>
        {element}
        {refusal && (
          <Modal open={isOpen} onClose={() => setOpen(false)} title={`Import ${refusal.file}`}>
            <Notice tone="bad" title="Cannot import the dashboard">
              {refusal.errors.map((error) => (
                <p key={error}>{error}</p>
              ))}
            </Notice>
            <div className="dialog-actions">
              <Dialog.Close className="button">Close</Dialog.Close>
            </div>
          </Modal>
        )}
      </>
    ),
  };
}
