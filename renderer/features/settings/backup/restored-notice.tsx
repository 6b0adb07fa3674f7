import { Link } from 'wouter';
import type { RestoreResult } from '../../../../service/contract/index.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { GROUP_LABELS } from '../../../data/settings/group-labels.ts';
import { clientRoute } from '../../mqtt/routes.ts';

export interface RestoredNoticeProps {
  title: string;
  restored: RestoreResult;
  onClose: () => void;
}

export function RestoredNotice({ title, restored, onClose }: RestoredNoticeProps) {
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
