import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { ApiCall } from '../../../data/api/call.ts';
import { type ApiEndpoint, writesData } from '../../../data/api/routes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { AnswerView } from './response-view.tsx';
import { useTry } from './use-try.ts';

export interface TrySectionProps {
  route: ApiEndpoint;
  /** Undefined while the input is invalid. */
  call: ApiCall | undefined;
}

export function TrySection({ route, call }: TrySectionProps) {
  const { tried, target, send, stop } = useTry();
  const [asked, setAsked] = useState<ApiCall>();
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
          onClick={() => call && (isWrite ? setAsked(call) : send(call))}
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
      {isWrite && <p className="dim api-hint">This request can change data. You confirm it before it is sent.</p>}
      {tried && <AnswerView tried={tried} target={target} />}
      <ConfirmDialog
        route={route}
        call={asked}
        onCancel={() => setAsked(undefined)}
        onConfirm={(confirmed) => {
          setAsked(undefined);
          send(confirmed);
        }}
      />
    </section>
  );
}
