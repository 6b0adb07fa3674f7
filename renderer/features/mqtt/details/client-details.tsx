import { hostError, type MqttClientView, nameError } from '../../../../service/contract/index.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { DetailGroup, DetailRow, EntryDetails } from '../../../components/facts.tsx';
import { portOf } from '../../../data/format/durations.ts';
import { formatAge, formatBytes, formatCount, formatTimestamp } from '../../../data/format/numbers.ts';
import { stateWord } from '../../../data/mqtt/labels.ts';
import { useReadable, useServiceNow } from '../../../data/react.ts';
import { CLIENTS, type MqttFacts } from '../clients.ts';
import type { Draft } from '../editor/use-editor.ts';
import { type ClientForm, inputOfForm } from '../form/client-form.ts';
import { subscribeLine } from '../preview/subscribe-line.ts';
import { JsonText, TopicPreview } from './topic-preview.tsx';

interface TryItProps {
  form: ClientForm;
  stored: MqttClientView | null;
}

/** The likely shell of the reader. */
const SHELL = navigator.userAgent.includes('Windows') ? 'powershell' : 'posix';

function SubscribeCommand({ form, stored }: TryItProps) {
  const isComplete = !nameError(form.name) && !hostError(form.host.trim()) && portOf(form.port) !== undefined;
  return (
    <section className="details-section" aria-labelledby="mqtt-try">
      <h3 id="mqtt-try" className="facts-title">
        Subscribe from a terminal
      </h3>
      {isComplete ? <Line form={form} stored={stored} /> : <p className="dim">Enter a name, host and port first.</p>}
    </section>
  );
}

function Line({ form, stored }: TryItProps) {
  const { advanced } = form;
  const has = (typed: string | null, kept: unknown): boolean => (typed === null ? Boolean(kept) : typed !== '');
  const [alpn = ''] = inputOfForm(form).advanced?.alpn ?? [];
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
      alpn,
      clientCertificate: Boolean(advanced.pkcs12) || has(advanced.certificate, stored?.advanced.certificate),
      webSocket: advanced.transport === 'websocket',
      proxy: advanced.proxy.trim() !== '',
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

export interface ClientDetailsProps {
  draft: Draft;
  /** Null for a new client. */
  client: MqttClientView | null;
  facts: MqttFacts | null;
}

export function ClientDetails({ draft, client, facts }: ClientDetailsProps) {
  const form = useReadable(draft);
  return (
    <EntryDetails label={CLIENTS.detailsTitle}>
      {form && <TopicPreview form={form} facts={facts} />}
      {form && <SubscribeCommand form={form} stored={client} />}
      {client && <LastPublished client={client} />}
      {client && <Figures client={client} />}
    </EntryDetails>
  );
}

function LastPublished({ client: { status } }: { client: MqttClientView }) {
  const { last_published: last } = status;
  return (
    <section className="details-section">
      <h3 className="facts-title">Latest message</h3>
      {last ? (
        <div className="topic-card">
          <p className="topic-name mono">{last.topic}</p>
          <p className="topic-sample mono">
            <JsonText text={last.payload} />
          </p>
          <p className="topic-note">
            <Age timestamp={last.timestamp} />
          </p>
        </div>
      ) : (
        <p className="dim">No messages published since startup or the last change</p>
      )}
    </section>
  );
}

function Age({ timestamp }: { timestamp: string }) {
  const now = useServiceNow();
  return <>Acknowledged {formatAge(now - Date.parse(timestamp))} ago</>;
}

function Figures({ client }: { client: MqttClientView }) {
  const { status } = client;
  const outbox = status.queued > 0 ? `${formatCount(status.queued)} (${formatBytes(status.queued_bytes)})` : 'Empty';
  return (
    <DetailGroup title="Messages with readings">
      <DetailRow name="Published since startup">{formatCount(status.published)}</DetailRow>
      <DetailRow name="Outbox">{outbox}</DetailRow>
      <DetailRow name="Discarded messages">
        <span className={status.dropped > 0 ? 'form-warning' : undefined}>{formatCount(status.dropped)}</span>
      </DetailRow>
      {status.violations > 0 && (
        <DetailRow name="Disconnections after a protocol violation by the broker">
          <span className="form-warning">{formatCount(status.violations)}</span>
        </DetailRow>
      )}
      <DetailRow name="State">{`${stateWord(client)} since ${formatTimestamp(Date.parse(status.since))}`}</DetailRow>
    </DetailGroup>
  );
}
