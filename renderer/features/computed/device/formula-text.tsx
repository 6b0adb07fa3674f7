import { Fragment } from 'react';
import { Link } from 'wouter';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { deviceRoute } from '../../devices/routes.ts';
import { splitFormula } from '../formula/formula-parts.ts';
import { useInputNames } from '../use-input-names.ts';

/** A formula to read: channels by their names. */
export function FormulaText({ formula }: { formula: string }) {
  return (
    <code className="formula-read mono">
      {splitFormula(formula).map(({ at, text, ref }) => (
        <Fragment key={at}>{ref ? <ChannelText of={ref} written={text} /> : text}</Fragment>
      ))}
    </code>
  );
}

function ChannelText({ of, written }: { of: ChannelRef; written: string }) {
  const { words } = useInputNames(of);
  return (
    <span className="formula-channel" title={written}>
      {words}
    </span>
  );
}

/** An input, with a link to its readings. */
export function InputLink({ of }: { of: ChannelRef }) {
  const { words, isKnown } = useInputNames(of);
  return isKnown ? <Link href={deviceRoute(of)}>{words}</Link> : <span>{words} (not connected)</span>;
}
