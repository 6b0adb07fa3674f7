import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { describeFieldError, labelsOf } from '../../../components/config-editor/field-errors.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { describeUnreadable, type FilePicker, useFilePicker } from '../../../components/form/use-file-picker.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../data/format/numbers.ts';
import { importClients } from '../../../data/mqtt/requests.ts';
import { useLive } from '../../../data/react.ts';
import type { RequestError } from '../../../data/requests.ts';
import { CLIENT_FIELDS } from '../form/client-form.ts';
import { type ImportedClient, type ImportPlan, MAX_IMPORT, planImport } from './read-import.ts';

interface ImportDialogProps {
  file: string;
  plan: ImportPlan;
  open: boolean;
  onClose: () => void;
}

function ImportDialog({ file, plan, open, onClose }: ImportDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={`Import clients from ${file}`} className="import-dialog">
      {plan.kind === 'refused' ? <Refused errors={plan.errors} /> : <Ready plan={plan} onDone={onClose} />}
    </Modal>
  );
}

function Refused({ errors }: { errors: readonly string[] }) {
  return (
    <>
      <Notice tone="bad" title="Cannot import clients">
        {errors.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Notice>
      <div className="dialog-actions">
        <Dialog.Close className="button">Close</Dialog.Close>
      </div>
    </>
  );
}

interface ReadyProps {
  plan: Extract<ImportPlan, { kind: 'ready' }>;
  onDone: () => void;
}

function Ready({ plan: { text, added, replaced, passwords, losing }, onDone }: ReadyProps) {
  const { run, busy, failure } = useAction();
  const doImport = async (): Promise<void> => {
    const done = await run(() => importClients(text));
    if (!done) return;
    onDone();
    showToast({ title: 'Clients imported', text: outcome(done.added.length, done.updated.length) });
  };
  return (
    <>
      <Clients title="New clients" clients={added} />
      <Clients title="Replaced clients" clients={replaced} />
      {replaced.length > 0 && <p className="dim">Clients with the same identifier are replaced.</p>}
      <p className="dim">{passwordWords(passwords)}</p>
      {losing.length > 0 && <LostPasswords names={losing} />}
      <div role="alert">{failure && <Refusal failure={failure} />}</div>
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button type="button" className="button primary" disabled={busy} onClick={() => void doImport()}>
          {busy ? 'Importing…' : 'Import'}
        </button>
      </div>
    </>
  );
}

function LostPasswords({ names }: { names: readonly string[] }) {
  const title = names.length === 1 ? 'Importing deletes a stored password' : 'Importing deletes stored passwords';
  return (
    <Notice tone="warning" title={title}>
      <p>The file has no password for {names.join(', ')}. Enter the password again after the import.</p>
    </Notice>
  );
}

function Clients({ title, clients }: { title: string; clients: readonly ImportedClient[] }) {
  if (clients.length === 0) return null;
  return (
    <section>
      <h3 className="facts-title">
        {title}: {formatCount(clients.length)}
      </h3>
      <ul className="import-clients">
        {clients.map(({ identifier, name, address }) => (
          <li key={identifier}>
            <span className="ellipsis" title={identifier}>
              {name}
            </span>
            <span className="mono dim ellipsis">{address}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refusal({ failure: { message, errors } }: { failure: RequestError }) {
  const sentences = errors.map(({ path, message: problem }) =>
    describeFieldError(labelsOf(CLIENT_FIELDS), path, problem),
  );
  return (
    <Notice tone="bad" title="Cannot import clients">
      {(sentences.length > 0 ? sentences : [message]).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

function passwordWords(passwords: number): string {
  if (passwords === 0) return 'The file contains no passwords.';
  return passwords === 1
    ? 'The file contains 1 plain-text password, which is stored with its client. Keep the file safe or delete it after importing.'
    : `The file contains ${formatCount(passwords)} plain-text passwords, which are stored with their clients. Keep the file safe or delete it after importing.`;
}

function outcome(added: number, updated: number): string {
  const parts = [];
  if (added > 0) parts.push(`${formatCount(added)} added`);
  if (updated > 0) parts.push(`${formatCount(updated)} replaced`);
  return `${parts.join(', ') || 'No changes'}.`;
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

export function useImport(): FilePicker {
  const { clients } = useLive();
  const [chosen, setChosen] = useState<{ name: string; plan: ImportPlan } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { choose, element } = useFilePicker('MQTT client file', '.json,application/json', async (file) => {
    setChosen({ name: file.name, plan: await planOf(file, clients.list.get()) });
    setOpen(true);
  });
  return {
    choose,
    element: (
      <>
        {element}
        {chosen && <ImportDialog file={chosen.name} plan={chosen.plan} open={isOpen} onClose={() => setOpen(false)} />}
      </>
    ),
  };
}
