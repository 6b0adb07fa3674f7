import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { Check } from '../../../../service/contract/index.ts';
import { Badge } from '../../../components/badge.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { Badge as BadgeContent } from '../../../data/devices/labels.ts';
import { formatTimestamp, plural } from '../../../data/format/numbers.ts';
import './checks.css';
import { ClosableDialog } from '../../../app/closable-dialog.tsx';
import { type KnownChecks, splitRemedyText, useChecks } from './use-checks.ts';

const STATES: Readonly<Record<Check['state'], BadgeContent & { icon: typeof CircleCheck }>> = {
  ok: { word: 'Passed', tone: 'good', icon: CircleCheck },
  missing: { word: 'Failed', tone: 'warning', icon: TriangleAlert },
  unknown: { word: 'Unknown', tone: 'plain', icon: CircleHelp },
};

/** What needs the user comes first. */
const ORDER: readonly Check['state'][] = ['missing', 'unknown', 'ok'];

export function checksSentence(checks: readonly Check[]): string {
  const missing = checks.filter(({ state }) => state === 'missing').length;
  if (missing > 0) return `${plural(missing, 'check')} failed.`;
  if (checks.length === 0) return 'No checks apply to this computer.';
  return checks.every(({ state }) => state === 'ok')
    ? 'All checks passed.'
    : 'No check failed. Some results are unknown.';
}

export interface CheckListProps {
  known: KnownChecks;
  /** Folds passed checks. */
  isBrief?: boolean;
}

export function CheckList({ known, isBrief = false }: CheckListProps) {
  const { checks = [], busy, failure, at, again } = known;
  const sorted = checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const first = isBrief ? sorted.filter(({ state }) => state !== 'ok') : sorted;
  const rest = sorted.slice(first.length);
  return (
    <div className="checks" aria-busy={busy}>
      <output className="checks-sentence">{sentence(known)}</output>
      {failure && (
        <Notice tone="warning" title="Cannot run the checks">
          <p>{failure}</p>
        </Notice>
      )}
      <CheckRows checks={first} />
      {rest.length > 0 && (
        <details>
          <summary className="checks-more">Show {plural(rest.length, 'passed check')}</summary>
          <CheckRows checks={rest} />
        </details>
      )}
      <p className="checks-again">
        {/* Not disabled while it runs: the focus would be lost. */}
        <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && again()}>
          Run checks again
        </button>
        {at > 0 && <span className="dim">Last checked {formatTimestamp(at)}</span>}
      </p>
    </div>
  );
}

function sentence({ checks, busy, failure }: KnownChecks): string {
  if (busy) return 'Checking this computer…';
  if (failure || !checks) return '';
  return checksSentence(checks);
}

function CheckRows({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="check-list">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ul>
  );
}

function CheckRow({ check: { title, state, text, remedy } }: { check: Check }) {
  const { icon: Icon, ...badge } = STATES[state];
  return (
    <li className={`check ${badge.tone}`}>
      <Icon aria-hidden size={16} />
      <div className="check-body">
        <p className="check-title">
          <strong>{title}</strong> <Badge badge={badge} />
        </p>
        <p className="dim">{text}</p>
        {remedy && <CheckRemedy text={remedy} />}
      </div>
    </li>
  );
}

/** Commands can be copied below the sentence, where no button interrupts it. */
function CheckRemedy({ text }: { text: string }) {
  const pieces = splitRemedyText(text);
  const commands = [...new Set(pieces.filter(({ kind }) => kind === 'command').map((part) => part.text))];
  return (
    <>
      <p>
        {pieces.map(({ kind, text: part }) =>
          kind === 'words' ? (
            part
          ) : (
            <code key={part} className="check-command mono">
              {part}
            </code>
          ),
        )}
      </p>
      {commands.length > 0 && (
        <p className="check-copies">
          {commands.map((command, index) => (
            <CopyButton
              key={command}
              text={command}
              what={command}
              label={copyLabel(command, commands.length, index)}
              className="link-button"
            />
          ))}
        </p>
      )}
    </>
  );
}

/** Some remedies are a flag for the start of a container, not a command. */
function copyLabel(command: string, count: number, index: number): string {
  const word = command.startsWith('-') ? 'flag' : 'command';
  return count === 1 ? `Copy ${word}` : `Copy ${word} ${index + 1}`;
}

export function ChecksDialog() {
  return (
    <ClosableDialog
      dialog="checks"
      title="System checks"
      className="checks-dialog"
      description="Shows whether the computer that runs Mensura is set up to detect and read devices."
    >
      <Checked />
    </ClosableDialog>
  );
}

function Checked() {
  return <CheckList known={useChecks()} />;
}
