import type { ReactNode } from 'react';
import type { GatewayErrorCode, GatewayStatus, GatewayView } from '../../../../service/contract/index.ts';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { formatNextRetry, healthLabel } from '../../../data/config-items/labels.ts';
import { gatewayHealth } from '../../../data/gateways/labels.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { UnknownAnswer } from '../unknown-response.tsx';

export interface GatewayNoticesProps {
  gateway: GatewayView;
  onConnect: () => void;
}

export function GatewayNotices(props: GatewayNoticesProps) {
  const connection = useReadable(useLive().connection);
  // The connection banner covers this.
  if (connection.state === 'unreachable') return null;
  const { gateway } = props;
  return (
    <>
      <StateNotice {...props} />
      {/* For screen readers, once per change: a countdown would be read out every second. */}
      <output className="visually-hidden">{`${gateway.config.name}: ${healthLabel(gatewayHealth(gateway))}`}</output>
    </>
  );
}

/** Something responds, but not as a gateway does. */
const ANSWERED: ReadonlySet<GatewayErrorCode> = new Set([
  'http-error',
  'not-a-gateway',
  'answer-broken',
  'answer-too-large',
  'answer-unknown',
]);

function StateNotice({ gateway, onConnect }: GatewayNoticesProps) {
  const { config, status } = gateway;
  const { error, state } = status;
  if (!config.enabled) {
    return (
      <Notice tone="info" title="This gateway is disabled">
        <p>Its settings are stored, but Mensura does not read it and does not show its devices.</p>
      </Notice>
    );
  }
  const isFailed = state === 'failed';
  // Also while retrying, so that the button keeps the focus.
  const isTrying = state === 'connecting' && error !== null;
  if (isFailed || isTrying || state === 'waiting' || state === 'idle') {
    const retry = (
      <button type="button" className="button" onClick={onConnect}>
        Retry now
      </button>
    );
    return <Problem gateway={gateway} tone={isFailed ? 'bad' : 'warning'} title={titleOf(status)} actions={retry} />;
  }
  return error && <Problem gateway={gateway} tone="warning" title="Gateway problem" actions={null} />;
}

function titleOf({ state, error }: GatewayStatus): string {
  if (state === 'idle') return 'Disconnected';
  if (error && ANSWERED.has(error.code)) return 'Invalid response from the gateway';
  return state === 'failed' ? 'Cannot connect' : 'Disconnected';
}

interface ProblemProps {
  gateway: GatewayView;
  tone: NoticeProps['tone'];
  title: string;
  actions: ReactNode;
}

function Problem({ gateway: { status }, tone, title, actions }: ProblemProps) {
  const { error, unknown_answer } = status;
  return (
    <Notice tone={tone} title={title} actions={actions}>
      {error && <p>{error.text}</p>}
      {error && <Remedy text={error.remedy} />}
      {unknown_answer && <UnknownAnswer answer={unknown_answer} />}
      <NextTry moment={status.next_retry} />
    </Notice>
  );
}

function NextTry({ moment }: { moment: string | null }) {
  const words = formatNextRetry(moment, useServiceNow());
  return words && <p className="dim">{words}</p>;
}
