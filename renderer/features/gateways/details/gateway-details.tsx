import type { GatewayView } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { healthLabel, secondsUntil } from '../../../data/config-items/labels.ts';
import { formatCount, formatLatency, formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { gatewayHealth } from '../../../data/gateways/labels.ts';
import { useServiceNow } from '../../../data/react.ts';
import { UnknownAnswer } from '../unknown-response.tsx';
import { NodeList } from './node-list.tsx';

export function GatewayDetails({ gateway }: { gateway: GatewayView }) {
  const { unknown_answer, error } = gateway.status;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="entry-details" aria-label="Status and devices" tabIndex={0}>
      <Figures gateway={gateway} />
      <NodeList gateway={gateway} />
      {/* While there is an error, the notice above the form shows it. */}
      {unknown_answer && (!error || !gateway.config.enabled) && (
        <section className="details-section">
          <h3 className="facts-title">Last invalid response</h3>
          <UnknownAnswer answer={unknown_answer} />
        </section>
      )}
    </section>
  );
}

function Figures({ gateway }: { gateway: GatewayView }) {
  const { config, status } = gateway;
  const what = config.kind === 'sensgate' ? 'Responses' : 'Messages';
  return (
    <DetailGroup title="Status">
      <DetailRow name="State">{`${healthLabel(gatewayHealth(gateway))} since ${formatTimestamp(Date.parse(status.since))}`}</DetailRow>
      {config.enabled && status.next_retry !== null && <NextTry moment={status.next_retry} />}
      <DetailRow name="Latency">
        <span
          title={
            config.kind === 'sensgate'
              ? 'Response time of the last request'
              : 'Delay of the last reading. Depends on the clocks of both computers.'
          }
        >
          {status.latency_ms === null ? NO_VALUE : formatLatency(status.latency_ms)}
        </span>
      </DetailRow>
      <DetailRow name={`${what} since startup`}>{formatCount(status.received)}</DetailRow>
      <DetailRow name="Invalid">
        <span className={status.refused > 0 ? 'form-warning' : undefined}>{formatCount(status.refused)}</span>
      </DetailRow>
    </DetailGroup>
  );
}

function NextTry({ moment }: { moment: string }) {
  const seconds = secondsUntil(moment, useServiceNow()) ?? 0;
  return <DetailRow name="Next attempt">{seconds > 0 ? `in ${formatCount(seconds)} s` : 'now'}</DetailRow>;
}
