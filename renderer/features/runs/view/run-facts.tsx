import type { ReactNode } from 'react';
import { formatRunLead, type Run, runStart } from '../../../../service/contract/index.ts';
import { formatBytes, formatDayAndTime, NO_VALUE } from '../../../data/format/numbers.ts';
import { useServiceNow } from '../../../data/react.ts';
import { remainingMs } from '../../../data/runs/labels.ts';
import { formatDelta } from '../../charts/data/measurement.ts';
import { PlanLink } from '../automatic/plan-link.tsx';
import { RunLength } from '../run-time.tsx';

interface RunFactsProps {
  run: Run;
  /** Of its stored data; undefined while unknown. */
  bytes: number | undefined;
}

export function RunFacts({ run, bytes }: RunFactsProps) {
  const { to, stop_at: stopAt, operator, tags, notes, plan } = run;
  const lead = formatRunLead(run);
  return (
    <section className="run-card" aria-label="Facts">
      <dl className="run-facts">
        <Fact name="Start">
          {formatDayAndTime(runStart(run))}
          {lead && `, ${lead}`}
        </Fact>
        {to !== null && <Fact name="End">{formatDayAndTime(Date.parse(to))}</Fact>}
        {stopAt !== null && (
          <Fact name="Stops at">
            {formatDayAndTime(Date.parse(stopAt))} (<Remaining run={run} />)
          </Fact>
        )}
        <Fact name="Duration">
          <RunLength run={run} />
        </Fact>
        {plan !== null && (
          <Fact name="Started by">
            <PlanLink id={plan} />
          </Fact>
        )}
        <Fact name="Operator">{operator ? <bdi>{operator}</bdi> : NO_VALUE}</Fact>
        <Fact name="Tags">
          {tags.length === 0
            ? NO_VALUE
            : tags.map((tag) => (
                <span key={tag} className="badge run-tag">
                  <bdi>{tag}</bdi>
                </span>
              ))}
        </Fact>
        <Fact name="Stored data">{bytes === undefined ? NO_VALUE : formatBytes(bytes)}</Fact>
      </dl>
      {notes.trim() !== '' && (
        <div className="run-notes">
          <h2>Notes</h2>
          <p dir="auto">{notes}</p>
        </div>
      )}
    </section>
  );
}

function Remaining({ run }: { run: Run }) {
  return `${formatDelta(remainingMs(run, useServiceNow()) ?? 0)} left`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="run-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
