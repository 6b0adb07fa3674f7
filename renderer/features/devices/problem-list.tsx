import { TriangleAlert } from 'lucide-react';
import { Remedy } from '../../components/remedy.tsx';
import { formatTimestamp } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';

export function ProblemList() {
  const problems = useReadable(useLive().devices.problems);
  if (problems.length === 0) return null;
  return (
    <section className="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" className="problems-title">
        <TriangleAlert aria-hidden size={14} />
        {problems.length === 1 ? '1 problem' : `${problems.length} problems`}
      </h2>
      <ul>
        {problems.map(({ code, subject, text, remedy, since }) => (
          <li key={`${code} ${subject}`} className="problem">
            <p>{text}</p>
            <Remedy text={remedy} />
            <p className="problem-since dim">Since {formatTimestamp(Date.parse(since))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
