import { Fragment } from 'react';
import { Link } from 'wouter';
import { nameError } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { sectionRoute } from '../../settings/routes.ts';
import type { MqttFacts } from '../clients.ts';
import { type ClientForm, choiceOfForm } from '../form/client-form.ts';
import { chosenDevices, type Preview, type PreviewTopic, previewTopics, publishedDevices } from '../preview/topics.ts';

export function TopicPreview({ form, facts }: { form: ClientForm; facts: MqttFacts | null }) {
  const records = useReadable(useLive().devices.list);
  const attached = records.map(({ device }) => device);
  const published = publishedDevices(attached, facts?.simulated_published ?? null);
  const { onlySimulated } = published;
  const choice = choiceOfForm(form);
  const devices = choice ? chosenDevices(published.devices, choice) : published.devices;
  const { layout, discovery, discovery_prefix } = form.advanced;
  return (
    <section className="details-section" aria-labelledby="mqtt-topics">
      <h3 id="mqtt-topics" className="facts-title">
        Topics
      </h3>
      {onlySimulated && <SimulatedNotice />}
      {nameError(form.name) ? (
        <p className="dim">Enter a valid name to preview the topics.</p>
      ) : (
        <Topics
          preview={previewTopics({
            prefix: form.name,
            layout,
            discoveryPrefix: discovery && !nameError(discovery_prefix) ? discovery_prefix : null,
            devices,
          })}
        />
      )}
      {published.devices.length > 0 && devices.length === 0 && (
        <p className="dim">None of the connected devices is selected.</p>
      )}
      {published.devices.length === 0 && !onlySimulated && (
        <p className="dim">No devices connected. Each device adds its own topics.</p>
      )}
    </section>
  );
}

function SimulatedNotice() {
  return (
    <Notice tone="info" title="Simulated readings are not published">
      <p>
        Only simulated devices are connected. To publish their readings, turn on “Store and publish simulated readings”
        in the{' '}
        <Link href={sectionRoute('simulated')} className="form-link">
          settings
        </Link>
        .
      </p>
    </Notice>
  );
}

function Topics({ preview: { topics, others, more } }: { preview: Preview }) {
  return (
    <>
      <dl className="topic-card">
        {topics.map((topic) => (
          <Topic key={topic.topic} {...topic} />
        ))}
      </dl>
      {others.length > 0 && (
        <p className="dim topic-others">
          Same for <span className="mono">{others.join(', ')}</span>
          {more > 0 && ` and ${formatCount(more)} more`}.
        </p>
      )}
    </>
  );
}

function Topic({ topic, sample, isJson, retained }: PreviewTopic) {
  return (
    <>
      <dt className="topic-name mono">{topic}</dt>
      <dd className={isJson ? 'topic-sample mono' : 'topic-note'}>
        {isJson ? <JsonText text={sample} /> : sample}
        {retained && (
          <span className="badge topic-retained" title="The broker stores the last message for new subscribers.">
            retained
          </span>
        )}
      </dd>
    </>
  );
}

/** JSON for a narrow place: breaks only after commas, colons and braces. */
export function JsonText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[,:{])/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts may repeat
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
