import type { MqttClientView } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { formatAge, formatBytes, formatCount, formatTimestamp } from '../../../data/format/numbers.ts';
import { stateWord } from '../../../data/mqtt/labels.ts';
import { useReadable, useServiceNow } from '../../../data/react.ts';
import type { Draft } from '../editor/use-editor.ts';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { JsonText } from './json-text.tsx';
import { SubscribeCommand } from './subscribe-command.tsx';
import { TopicPreview } from './topic-preview.tsx';

export interface ClientDetailsProps {
  draft: Draft;
  /** Null for a new client. */
  client: MqttClientView | null;
  facts: MqttFacts | null;
}

export function ClientDetails({ draft, client, facts }: ClientDetailsProps) {
  const form = useReadable(draft);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="entry-details" aria-label="Topics and statistics" tabIndex={0}>
      {form && <TopicPreview form={form} facts={facts} />}
      {form && <SubscribeCommand form={form} stored={client} />}
      {client && <LastPublished client={client} />}
      {client && <Figures client={client} />}
    </section>
  );
}

function LastPublished({ client: { status } }: { client: MqttClientView }) {
  const { last_published: last } = status;
  return (
    <section className="details-section">
      <h3 className="facts-title">Last message</h3>
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
        <p className="dim">Nothing published since startup or the last change.</p>
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
      <DetailRow name="Total discarded">
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
