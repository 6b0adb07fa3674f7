import { type ReactNode, useMemo, useState } from 'react';
import type { GatewayErrorCode, GatewayStatus, GatewayView } from '../../../../service/contract/index.ts';
import { replacePath } from '../../../app/guarded-location.ts';
import { ActionFailure, ChangedElsewhere } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { formatNextRetry, healthLabel } from '../../../data/config-items/labels.ts';
import { gatewayHealth } from '../../../data/gateways/labels.ts';
import {
  createGateway,
  removeGateway,
  retryGateway,
  setGatewayEnabled,
  updateGateway,
} from '../../../data/gateways/requests.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { formOfGateway, inputOfForm } from '../form/gateway-form.ts';
import { GATEWAYS_ROUTE, gatewayRoute } from '../routes.ts';
import { UnknownAnswer } from '../unknown-response.tsx';
import { type Editor, EditorForm, useEditor } from './editor-form.tsx';
import { GatewayHeader } from './gateway-header.tsx';

interface GatewayNoticesProps {
  gateway: GatewayView;
  onConnect: () => void;
}

function GatewayNotices(props: GatewayNoticesProps) {
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
      {unknown_answer && <UnknownAnswer answer={unknown_answer} />}
      <NextTry moment={status.next_retry} />
    </Notice>
  );
}

function NextTry({ moment }: { moment: string | null }) {
  const words = formatNextRetry(moment, useServiceNow());
  return words && <p className="dim">{words}</p>;
}

export function GatewayEditor({ record: { view, gone } }: { record: EntityRecord<'gateway'> }) {
  const { gateways } = useLive();
  const [initial] = useState(() => formOfGateway(view));
  const stored = gone ? null : view;
  const actions = useGatewayActions(view);
  const editor = useEditor({
    stored,
    initial,
    what: `the gateway “${view.config.name}”`,
    // The Enabled switch saves itself; the form does not change it.
    send: (form) => {
      const input = inputOfForm(form, view.config.enabled);
      return stored ? updateGateway(stored.id, input) : createGateway(input);
    },
    onSaved: (answer, sent, state, isHere) => {
      gateways.accept(answer);
      if (answer.id === view.id) state.settle(answer, sent);
      // A gateway that is added again gets a new ID.
      else if (isHere) replacePath(gatewayRoute(answer.id));
    },
  });
  const { state, test } = editor;
  return (
    <EditorForm
      editor={editor}
      isNew={stored === null}
      title={view.config.name}
      header={
        <GatewayHeader
          gateway={view}
          gone={gone}
          busy={actions.busy}
          canRemove={actions.canRemove}
          isTesting={test.state.kind === 'running'}
          onEnabledChange={actions.enable}
          onTest={() => void test.start()}
          onRemove={actions.remove}
        />
      }
      notices={<Notices gateway={view} gone={gone} actions={actions} editor={editor} />}
      saveWord={gone ? 'Add gateway again' : 'Save changes'}
      discardWord="Discard changes"
      onDiscard={() => (stored ? state.loadStored() : state.form.reset())}
    />
  );
}

interface NoticesProps {
  gateway: GatewayView;
  gone: boolean;
  actions: EntryActions;
  editor: Editor;
}

function Notices({ gateway, gone, actions, editor: { state } }: NoticesProps) {
  return (
    <>
      <ActionFailure actions={actions} />
      {gone ? (
        <Notice tone="warning" title="This gateway was deleted in another window or program">
          <p>Mensura no longer reads it. The form shows the last saved settings with your edits.</p>
        </Notice>
      ) : (
        <GatewayNotices gateway={gateway} onConnect={actions.connect} />
      )}
      {state.changedElsewhere && <ChangedElsewhere what="gateway" onReload={state.loadStored} />}
    </>
  );
}

function useGatewayActions(gateway: GatewayView): EntryActions {
  const { gateways: store } = useLive();
  const commands = useMemo<EntryCommands<'gateway'>>(
    () => ({
      store,
      idOf: ({ id }) => id,
      routeOf: gatewayRoute,
      listRoute: GATEWAYS_ROUTE,
      removedText: 'Its devices are no longer shown.',
      enable: setGatewayEnabled,
      connect: retryGateway,
      remove: removeGateway,
      // A gateway has no secrets, so its view is complete. The service assigns a new ID.
      restore: ({ config }) => createGateway(config),
    }),
    [store],
  );
  return useEntryActions(commands, gateway, `the gateway “${gateway.config.name}”`);
}
