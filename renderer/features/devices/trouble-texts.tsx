import type { Trouble } from '../../../service/contract/index.ts';
import { Remedy } from '../../components/remedy.tsx';
import { useLive, useReadable } from '../../data/react.ts';

export function TroubleTexts({ troubles }: { troubles: readonly Trouble[] }) {
  return troubles.map(({ code, subject, text, remedy }) => (
    <div key={`${code} ${subject}`} className="trouble-text">
      <p>{text}</p>
      <Remedy text={remedy} />
    </div>
  ));
}

/** The current problems that `matters` accepts. */
export function useTroubles(matters: (trouble: Trouble) => boolean): readonly Trouble[] {
  return useReadable(useLive().devices.troubles).filter((trouble) => matters(trouble));
}
