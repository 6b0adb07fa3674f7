/** Where everything is kept, and how that is changed. */
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
        <CopyableCommand text={facts.data_folder} what="the path of the data folder" />
      ) : (
        <p className="dim">Not known yet.</p>
      )}
      <p className="form-hint">
        Settings, history and log are kept in it. <HowToChange />
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
        Another one is given at the start of Mensura, with <code className="mono">--data-dir PATH</code>: pages in a
        browser never choose folders of the computer.
      </>
    );
  }
  const choose = async (): Promise<void> => {
    setBusy(true);
    // What went wrong was said in a native box.
    await bridge.chooseDataFolder().finally(() => setBusy(false));
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void choose()}>
      <FolderOpen aria-hidden size={14} /> Change
    </button>
  );
}
