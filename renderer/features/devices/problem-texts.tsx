import type { Problem } from '../../../service/contract/index.ts';
import { Remedy } from '../../components/remedy.tsx';
import { useLive, useReadable } from '../../data/react.ts';

export function ProblemTexts({ problems }: { problems: readonly Problem[] }) {
  return problems.map(({ code, subject, text, remedy }) => (
    <div key={`${code} ${subject}`} className="problem-text">
      <p>{text}</p>
      <Remedy text={remedy} />
    </div>
  ));
}

/** The current problems that `matters` accepts. */
export function useProblems(matters: (problem: Problem) => boolean): readonly Problem[] {
  return useReadable(useLive().problems.list).filter((problem) => matters(problem));
}

/** Whether a problem is about the device with this serial number, or names it. */
export function isAboutDevice({ subject, text }: Pick<Problem, 'subject' | 'text'>, serial: string): boolean {
  return subject === serial || text.split(/[^\w-]+/).includes(serial);
}
