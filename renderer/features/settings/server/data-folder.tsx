import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { desktopBridge } from '../../../app/desktop.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { useSettingsInfo } from '../settings-info-context.ts';

export function DataFolder() {
  const { answer: facts } = useSettingsInfo();
  return (
    <div className="form-group">
      <span className="form-label">Data folder</span>
      {facts ? (
        <CopyableCommand text={facts.data_folder} what="the data folder path" />
      ) : (
        <p className="dim">Loading…</p>
      )}
      <p className="form-hint">
        Contains settings, history and log. <HowToChange />
      </p>
    </div>
  );
}

function HowToChange() {
  const bridge = desktopBridge();
  const [busy, setBusy] = useState(false);
  if (!bridge) {
    return (
      <>
        Cannot be changed from a browser. To use another folder, start Mensura with{' '}
        <code className="mono">--data-dir PATH</code>.
      </>
    );
  }
  const choose = async (): Promise<void> => {
    setBusy(true);
    // A native dialog has reported the error.
    await bridge.chooseDataFolder().finally(() => setBusy(false));
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void choose()}>
      <FolderOpen aria-hidden size={14} /> Change…{' '}
    </button>
  );
}
