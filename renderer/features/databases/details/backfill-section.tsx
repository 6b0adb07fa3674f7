import { useState } from 'react';
import type { Backfill, BackfillState, DatabaseView } from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { TimestampField } from '../../../components/form/timestamp-field.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { cancelBackfill, pauseBackfill, startBackfill } from '../../../data/databases/requests.ts';
import { formatCount, formatTimeRange, plural } from '../../../data/format/numbers.ts';

/** Writes stored readings of a range. */
export function BackfillSection({ database: { id, config, status } }: { database: DatabaseView }) {
  const { backfill } = status;
  const { run, busy, failure, dismiss } = useAction();
  const isOpen = backfill?.ended === null;
  const act = (request: () => Promise<Backfill>): void => void run(request);
  return (
    <section className="details-section" aria-labelledby="backfill">
      <h3 id="backfill" className="facts-title">
        Backfill
      </h3>
      {backfill && <Progress backfill={backfill} />}
      {isOpen ? (
        <div className="backfill-actions">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => act(() => pauseBackfill(id, backfill.state === 'running'))}
          >
            {backfill.state === 'running' ? 'Pause' : 'Resume'}
          </button>
          <button type="button" className="button" disabled={busy} onClick={() => act(() => cancelBackfill(id))}>
            Cancel backfill
          </button>
        </div>
      ) : (
        <RangeForm isEnabled={config.enabled} isBusy={busy} onStart={(range) => act(() => startBackfill(id, range))} />
      )}
      <FailureNotice title="Cannot change the backfill" text={failure?.message} onClose={dismiss} />
    </section>
  );
}

const STATE_WORDS: Readonly<Record<BackfillState, string>> = {
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
};

function Progress({ backfill }: { backfill: Backfill }) {
  const { state, from, to, written, discarded, progress, error, ended } = backfill;
  const percent = `${formatCount(Math.floor(progress * 100))} %`;
  return (
    <>
      <p>{formatTimeRange(Date.parse(from), Date.parse(to))}</p>
      {ended === null && <progress className="backfill-bar" aria-label="Backfill progress" max={1} value={progress} />}
      <p className="dim">
        {STATE_WORDS[state]}
        {ended === null && `, ${percent}`} · {plural(written, 'line')} written
        {discarded > 0 && `, ${formatCount(discarded)} discarded`}
      </p>
      {error !== null && <p className="form-warning">{error}</p>}
      {/* For screen readers, once per change of state. */}
      <output className="visually-hidden">{`Backfill: ${STATE_WORDS[state]}`}</output>
    </>
  );
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface RangeFormProps {
  isEnabled: boolean;
  isBusy: boolean;
  onStart: (range: { from: string; to: string }) => void;
}

function RangeForm({ isEnabled, isBusy, onStart }: RangeFormProps) {
  const [range, setRange] = useState(() => {
    const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    return { from: to - DAY_MS, to };
  });
  const [isChecked, setChecked] = useState(false);
  const { from, to } = range;
  const missing = 'Enter a date and time.';
  const order = from >= to ? 'The end must be after the start.' : undefined;
  const errors = {
    from: Number.isNaN(from) ? missing : undefined,
    to: Number.isNaN(to) ? missing : order,
  };
  const start = (): void => {
    setChecked(true);
    if (errors.from ?? errors.to) return;
    onStart({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  };
  if (!isEnabled) return <p className="dim">Enable the database to write stored readings.</p>;
  return (
    <div className="backfill-form">
      <p className="dim">Writes stored readings of a range (local time). Writing a reading twice changes nothing.</p>
      <TimestampField
        label="From"
        at={from}
        error={isChecked ? errors.from : undefined}
        onChange={(at) => setRange({ ...range, from: at })}
      />
      <TimestampField
        label="To"
        at={to}
        error={isChecked ? errors.to : undefined}
        onChange={(at) => setRange({ ...range, to: at })}
      />
      <div className="backfill-actions">
        <button type="button" className="button" disabled={isBusy} onClick={start}>
          Start backfill
        </button>
      </div>
    </div>
  );
}
