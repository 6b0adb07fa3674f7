import { Download, RotateCcw, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RestoreResult } from '../../../../service/contract/index.ts';
import { pauseRedirect } from '../../../app/follow-address.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { BACKUP_PATH } from '../../../data/settings/maintenance-requests.ts';
import { Section } from '../section.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { useRestore } from './use-restore.tsx';

interface Outcome {
  title: string;
  restored: RestoreResult;
}

export function BackupSection() {
  const { state } = useReadable(useLive().connection);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isResetting, setResetting] = useState(false);
  const restoring = useRestore((restored) => setOutcome({ title: 'Backup restored', restored }));
  const element = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (!outcome) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
  }, [outcome]);
  // The restore may change the port: keep the page until the result was read.
  const isUnderWay = outcome !== null || isResetting || restoring.isOpen;
  useEffect(() => (isUnderWay ? pauseRedirect() : undefined), [isUnderWay]);
  return (
    <Section id="backup">
      <output className="settings-outcome" tabIndex={-1} ref={element}>
        {outcome && <RestoredNotice {...outcome} onClose={() => setOutcome(null)} />}
      </output>
      <p className="form-hint">
        A backup is a file with all settings, device names, MQTT clients, gateways and alarm rules. It does not contain
        passwords, certificates, keys or history.
      </p>
      <div className="settings-actions">
        {state === 'live' ? (
          <a className="button" href={BACKUP_PATH} download>
            <Download aria-hidden size={14} /> Download backup
          </a>
        ) : (
          <button type="button" className="button" disabled>
            <Download aria-hidden size={14} /> Download backup
          </button>
        )}
        <button type="button" className="button" onClick={restoring.choose}>
          <Upload aria-hidden size={14} /> Restore backup…
        </button>
        <button type="button" className="button danger" onClick={() => setResetting(true)}>
          <RotateCcw aria-hidden size={14} /> Reset…{' '}
        </button>
      </div>
      {restoring.element}
      {isResetting && (
        <ResetDialog
          onDone={(restored) => {
            setResetting(false);
            setOutcome({ title: 'Reset complete', restored });
          }}
          onClose={() => setResetting(false)}
        />
      )}
    </Section>
  );
}
