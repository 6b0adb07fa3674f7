import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useLive, useReadable } from '../data/react.ts';
import { EmptyState } from './empty-state.tsx';
import { Connecting, Unreachable } from './service-states.tsx';

interface NothingToShowProps {
  /** Object of the sentence: "the MQTT clients". */
  what: string;
  /** The route names an entry that does not exist. */
  missing?: { title: string; text: string; listRoute: string; listWord: string } | false;
  /** Shown otherwise. */
  children: ReactNode;
}

export function NothingToShow({ what, missing, children }: NothingToShowProps) {
  const live = useLive();
  const { state } = useReadable(live.connection);
  if (state === 'connecting') return <Connecting />;
  if (state === 'unreachable') return <Unreachable what={what} onRetry={live.retry} />;
  if (!missing) return children;
  return (
    <EmptyState icon={<Unlink aria-hidden size={26} />} title={missing.title}>
      <p className="dim">{missing.text}</p>
      <p>
        <Link href={missing.listRoute}>{missing.listWord}</Link>
      </p>
    </EmptyState>
  );
}
