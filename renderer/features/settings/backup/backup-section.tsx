import { Download, RotateCcw, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { RestoreResult } from '../../../../service/contract/index.ts';
import { pauseRedirect } from '../../../app/address.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { GROUP_LABELS, resetSentence } from '../../../data/settings/labels.ts';
import { BACKUP_PATH, previewReset, reset } from '../../../data/settings/maintenance-requests.ts';
import { clientRoute } from '../../mqtt/routes.ts';
import { Section } from '../section.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { usePresentCounts, useRestore } from './use-restore.tsx';

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
        A backup is a file with all settings, device names, notes, groups and sampling periods, MQTT clients, gateways,
        databases, notification destinations, alarm rules, dashboards, corrections, computed channels and automatic
        runs. It does not contain passwords, certificates, keys or history.
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
          <RotateCcw aria-hidden size={14} /> Reset…
        </button>
      </div>
      {restoring.element}
      {isResetting && (
        <ResetDialog
          onDone={(restored) => {
            setResetting(false);
            setOutcome({ title: 'Items reset', restored });
          }}
          onClose={() => setResetting(false)}
        />
      )}
    </Section>
  );
}

function ResetDialog({ onDone, onClose }: { onDone: (restored: RestoreResult) => void; onClose: () => void }) {
  const there = usePresentCounts();
  return (
    <ReplaceDialog
      word="Reset items"
      busyWord="Resetting…"
      title="Reset to defaults"
      confirmation="Reset the selected items to their defaults?"
      failureTitle="Cannot reset the selected items"
      about={<p className="dim">Select items to reset. History is not affected.</p>}
      legend="Items to reset"
      counts={there}
      initial={[]}
      sentenceOf={(part) => resetSentence(part, there)}
      preview={previewReset}
      run={(parts) => reset({ parts })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function RestoredNotice({ title, restored, onClose }: { title: string; restored: RestoreResult; onClose: () => void }) {
  const { parts, passwords_needed: clients, notes, kept } = restored;
  return (
    <Notice tone="good" title={title} onClose={onClose}>
      <p>{parts.map((part) => GROUP_LABELS[part]).join('; ')}.</p>
      {clients.length > 0 && <PasswordsNeeded identifiers={clients} />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>The previous settings were saved to the data folder:</p>
      <CopyableCommand text={kept} what="the file path" />
    </Notice>
  );
}

function PasswordsNeeded({ identifiers }: { identifiers: readonly string[] }) {
  const known = useReadable(useLive().clients.known);
  return (
    <>
      <p>
        {identifiers.length === 1
          ? 'Enter the password, certificate or key of this MQTT client again:'
          : 'Enter the passwords, certificates or keys of these MQTT clients again:'}
      </p>
      <ul className="passwords-needed">
        {identifiers.map((identifier) => (
          <li key={identifier}>
            <Link href={clientRoute(identifier)}>{known.get(identifier)?.view.name ?? identifier}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
