import type { Problem } from '../../../service/contract/index.ts';
import { Remedy } from '../../components/remedy.tsx';
import { useLive, useReadable } from '../../data/react.ts';

export function ProblemTexts({ troubles }: { troubles: readonly Problem[] }) {
  return troubles.map(({ code, subject, text, remedy }) => (
    <div key={`${code} ${subject}`} className="trouble-text">
      <p>{text}</p>
      <Remedy text={remedy} />
    </div>
  ));
}

/** The current problems that `matters` accepts. */
export function useProblems(matters: (trouble: Problem) => boolean): readonly Problem[] {
  return useReadable(useLive().devices.troubles).filter((trouble) => matters(trouble));
}
