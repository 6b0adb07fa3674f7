import { type ReactNode, useState } from 'react';
import type { GatewayErrorCode, GatewayStatus, GatewayView } from '../../../../service/contract/index.ts';
import { ConnectionNotices, RetryButton } from '../../../components/config-editor/connection-notices.tsx';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { describeHealth, formatNextRetry, healthLabel } from '../../../data/config-items/labels.ts';
import { gatewayHealth, KIND_WORDS, placeWords } from '../../../data/gateways/labels.ts';
import { useServiceNow } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { GATEWAYS } from '../gateways.ts';
import { UnknownResponse } from '../unknown-response.tsx';
import { EditorForm, useEditor } from './editor-form.tsx';
import { formOfGateway } from './gateway-form.ts';

interface GatewayNoticesProps {
  gateway: GatewayView;
  onConnect: () => void;
}

function GatewayNotices(props: GatewayNoticesProps) {
  const { gateway } = props;
  return (
    <ConnectionNotices name={gateway.config.name} label={healthLabel(gatewayHealth(gateway))}>
      <StateNotice {...props} />
    </ConnectionNotices>
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
    const retry = <RetryButton onClick={onConnect} />;
    return <Problem gateway={gateway} tone={isFailed ? 'bad' : 'warning'} title={titleOf(status)} actions={retry} />;
  }
  return (
    error && <Problem gateway={gateway} tone="warning" title="Cannot read everything from the gateway" actions={null} />
  );
}

function titleOf({ state, error }: GatewayStatus): string {
  if (state === 'idle') return 'Gateway disconnected';
  if (error && ANSWERED.has(error.code)) return 'Invalid response from the gateway';
  return state === 'failed' ? 'Cannot connect to the gateway' : 'Gateway disconnected';
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
      {unknown_answer && <UnknownResponse answer={unknown_answer} />}
      <NextTry at={status.next_retry} />
    </Notice>
  );
}

function NextTry({ at }: { at: string | null }) {
  const words = formatNextRetry(at, useServiceNow());
  return words && <p className="dim">{words}</p>;
}

export function GatewayEditor({ record }: { record: EntityRecord<'gateway'> }) {
  const { view, gone } = record;
  const { config, status } = view;
  const [initial] = useState(() => formOfGateway(view));
  const what = `the gateway “${config.name}”`;
  const actions = useEntryActions(GATEWAYS, view, what);
  const editor = useEditor({ record, initial, what });
  return (
    <EditorForm
      editor={editor}
      title={config.name}
      subtitle={
        <>
          {KIND_WORDS[config.kind]} <span className="mono">{placeWords(config)}</span>,{' '}
          {gone ? 'deleted' : describeHealth(gatewayHealth(view), status.since)}
        </>
      }
      saved={{ enabled: config.enabled, actions }}
      notices={<GatewayNotices gateway={view} onConnect={actions.connect} />}
    />
  );
}
