import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../app/download.ts';
import { Modal } from '../../components/modal.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { formatBytes, localFieldText } from '../../data/format/numbers.ts';
import { fetchDiagnostics } from '../../data/log/requests.ts';
import { RequestError } from '../../data/requests.ts';

type Progress = { phase: 'asked' | 'gathering' } | { phase: 'saved'; bytes: number } | { phase: 'failed'; why: string };

export function DiagnosticsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [progress, setProgress] = useState<Progress>({ phase: 'asked' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isBusy = progress.phase === 'gathering';

  const save = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setProgress({ phase: 'gathering' });
    try {
      const bytes = await fetchDiagnostics(signal);
      if (signal.aborted) return;
      saveBlob(new Blob([bytes], { type: 'application/zip' }), fileName(Date.now()));
      setProgress({ phase: 'saved', bytes: bytes.byteLength });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      setProgress({ phase: 'failed', why: error.message });
    }
  };
  const close = (): void => {
    running.current?.abort();
    setProgress({ phase: 'asked' });
    onClose();
  };

  return (
    <Modal open={isOpen} onClose={close} title="Save diagnostics">
      <Dialog.Description render={<div />} className="log-diagnostics dim">
        <p>Creates a ZIP file for troubleshooting. It contains:</p>
        <ul>
          <li>versions of Mensura and the operating system, and the results of the system checks</li>
          <li>settings, MQTT clients, databases, gateways, alarm rules and notification destinations</li>
          <li>devices with serial numbers, names, states and latest readings</li>
          <li>the most recent log entries</li>
        </ul>
        <p>
          Passwords, certificates, keys and history are not included. Names, addresses and serial numbers are, so review
          the file before you share it.
        </p>
      </Dialog.Description>
      <output className="log-diagnostics-state">
        {isBusy && 'Collecting data…'}
        {progress.phase === 'saved' && (
          <Notice tone="good" title={`Download started (${formatBytes(progress.bytes)})`} />
        )}
      </output>
      {progress.phase === 'failed' && <FailureNotice title="Cannot create the diagnostics file" text={progress.why} />}
      <div className="dialog-actions">
        <Dialog.Close className="button">{isBusy ? 'Cancel' : 'Close'}</Dialog.Close>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void save()}>
          {progress.phase === 'failed' ? 'Retry' : 'Save file'}
        </button>
      </div>
    </Modal>
  );
}

/** Local time: `mensura-diagnostics-2026-11-20-1445.zip`. */
function fileName(at: number): string {
  const [day = '', clock = ''] = localFieldText(at).split('T');
  return `mensura-diagnostics-${day}-${clock.slice(0, 5).replace(':', '')}.zip`;
}
