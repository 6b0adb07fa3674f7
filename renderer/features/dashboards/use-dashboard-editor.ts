import { useEffect, useState } from 'react';
import type { Dashboard } from '../../../service/contract/index.ts';
import { useLeaveGuard } from '../../app/guarded-location.ts';
import { closeToast, showToast } from '../../app/toasts.tsx';
import { DashboardEditor } from '../../data/dashboards/dashboard-editor.ts';
import { updateDashboard } from '../../data/dashboards/requests.ts';
import { useLive } from '../../data/react.ts';

/** The message about a removed tile: its Undo changes the dashboard in the editor. */
export const REMOVED_TOAST = 'tile-removed';

/** The editor of a dashboard, for as long as it is shown. It sends its last change when it is left. */
export function useDashboardEditor(view: Dashboard): DashboardEditor {
  const { dashboards } = useLive();
  const [editor] = useState(
    () => new DashboardEditor(view, { save: updateDashboard, onSaved: (dashboard) => dashboards.accept(dashboard) }),
  );
  useEffect(() => editor.accept(view), [editor, view]);
  useLeaveGuard({
    what: `the dashboard “${view.dashboard.name}”`,
    holds: () => editor.state.get().failure !== '',
    save: () => editor.flush(),
  });
  useEffect(() => {
    const onPageHide = (): void => void editor.flush();
    addEventListener('pagehide', onPageHide);
    return () => {
      removeEventListener('pagehide', onPageHide);
      closeToast(REMOVED_TOAST);
      // After a failure, the user has chosen to discard the changes.
      if (editor.state.get().failure === '') void saveOrReport(editor);
    };
  }, [editor]);
  return editor;
}

/** The page with the changes is gone: without the message, nobody would notice. */
async function saveOrReport(editor: DashboardEditor): Promise<void> {
  if (await editor.flush()) return;
  const { dashboard, failure } = editor.state.get();
  showToast({
    title: `Cannot save the dashboard “${dashboard.name}”`,
    text: failure,
    action: { word: 'Retry', run: () => void saveOrReport(editor) },
  });
}
