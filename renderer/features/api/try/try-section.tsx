import { Dialog } from '@base-ui/react/dialog';
import { Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Modal } from '../../../components/modal.tsx';
import type { ApiCall } from '../../../data/api/call.ts';
import { withoutSecrets } from '../../../data/api/code-samples/index.ts';
import { type ApiEndpoint, writesData } from '../../../data/api/routes.ts';
import { type TryResult, tryCall } from '../../../data/api/try-call.ts';
import { Markdown } from '../markdown.tsx';
import { ResponseView } from './response-view.tsx';

export interface TrySectionProps {
  route: ApiEndpoint;
  /** Undefined while the input is invalid. */
  call: ApiCall | undefined;
}

export function TrySection({ route, call }: TrySectionProps) {
  const { tried, target, send, stop } = useTry();
  const [unconfirmed, setUnconfirmed] = useState<ApiCall>();
  const isRunning = tried?.phase === 'running';
  const isWrite = writesData(route);
  return (
    <section className="api-section" aria-labelledby="api-try">
      <h3 id="api-try">Try it</h3>
      <div className="api-try-row">
        <button
          type="button"
          className={isWrite ? 'button' : 'button primary'}
          disabled={!call || isRunning}
          onClick={() => call && (isWrite ? setUnconfirmed(call) : send(call))}
        >
          <Play aria-hidden size={14} /> {isWrite ? 'Send request…' : 'Send request'}
        </button>
        {isRunning && (
          <button type="button" className="button" onClick={stop}>
            <Square aria-hidden size={13} /> {route.kind === 'stream' ? 'Stop' : 'Cancel'}
          </button>
        )}
        <span className="mono dim api-try-target">{call ? `${call.method} ${call.target}` : ''}</span>
      </div>
      {isWrite && <p className="dim api-hint">This request can change data. A confirmation opens before it is sent.</p>}
      {tried && <ResponseView tried={tried} target={target} />}
      <ConfirmDialog
        route={route}
        call={unconfirmed}
        onCancel={() => setUnconfirmed(undefined)}
        onConfirm={(apiCall) => {
          setUnconfirmed(undefined);
          send(apiCall);
        }}
      />
    </section>
  );
}

interface TryOut {
  /** Null before the first request. */
  tried: TryResult | null;
  /** Path and query of that request. */
  target: string;
  send: (call: ApiCall) => void;
  /** Aborts the request; data received so far stays. */
  stop: () => void;
}

/** At most one request at a time; it is aborted with its component. */
function useTry(): TryOut {
  const [tried, setTried] = useState<TryResult | null>(null);
  const [target, setTarget] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    tried,
    target,
    send: (call) => {
      setTarget(call.target);
      running.current?.abort();
      running.current = new AbortController();
      void tryCall(call, { signal: running.current.signal, onNews: setTried });
    },
    stop: () => {
      running.current?.abort();
      setTried((known) => known && { ...known, phase: 'stopped' });
    },
  };
}

interface ConfirmDialogProps {
  route: ApiEndpoint;
  /** The request to confirm; undefined while the dialog is closed. */
  call: ApiCall | undefined;
  onCancel: () => void;
  onConfirm: (call: ApiCall) => void;
}

function ConfirmDialog({ route, call, onCancel, onConfirm }: ConfirmDialogProps) {
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState(call);
  if (call && call !== last) setLast(call);
  const isEmpty = JSON.stringify(last?.body ?? {}) === '{}';
  return (
    <Modal isQuestion open={call !== undefined} onClose={onCancel} title="Send this request?">
      <Dialog.Description className="api-prose dim" render={<div />}>
        <p>{route.summary}. The request takes effect immediately.</p>
        <Markdown text={route.description} />
      </Dialog.Description>
      <p className="mono api-try-target">
        {last?.method} {last?.target}
      </p>
      {!isEmpty && <pre className="mono api-confirm-body">{JSON.stringify(withoutSecrets(last?.body), null, 2)}</pre>}
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button
          type="button"
          className={route.method === 'DELETE' ? 'button danger' : 'button primary'}
          onClick={() => call && onConfirm(call)}
        >
          Send request
        </button>
      </div>
    </Modal>
  );
}
