import { hostError, type MqttClientView, nameError } from '../../../../service/contract/index.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { portOf } from '../../../data/format/durations.ts';
import type { ClientForm } from '../form/client-form.ts';
import { subscribeLine } from '../preview/subscribe-line.ts';

export interface TryItProps {
  form: ClientForm;
  stored: MqttClientView | null;
}

/** The likely shell of the reader. */
const SHELL = navigator.userAgent.includes('Windows') ? 'powershell' : 'posix';

export function SubscribeCommand({ form, stored }: TryItProps) {
  const isComplete = !nameError(form.name) && !hostError(form.host.trim()) && portOf(form.port) !== undefined;
  return (
    <section className="details-section" aria-labelledby="mqtt-try">
      <h3 id="mqtt-try" className="facts-title">
        Subscribe from a terminal{' '}
      </h3>
      {isComplete ? <Line form={form} stored={stored} /> : <p className="dim">Enter a name, host and port first.</p>}
    </section>
  );
}

function Line({ form, stored }: TryItProps) {
  const { advanced } = form;
  const has = (typed: string | null, kept: unknown): boolean => (typed === null ? Boolean(kept) : typed !== '');
  const { line, hints } = subscribeLine(
    {
      prefix: form.name,
      host: form.host,
      port: form.port,
      protocol_version: form.protocol_version,
      username: form.username,
      hasPassword: has(form.password, stored?.password_set),
      ssl: form.ssl,
      checkServerName: advanced.check_server_name,
      ownAuthority: has(advanced.ca, stored?.advanced.ca),
      clientCertificate: has(advanced.certificate, stored?.advanced.certificate),
    },
    SHELL,
  );
  return (
    <>
      <CopyableCommand text={line} what="the command" />
      <p className="dim topic-others">
        {SHELL === 'powershell' && 'Run in PowerShell. '}Prints every message as it is published.
        {hints.map((hint) => ` ${hint}`)}
      </p>
    </>
  );
}
