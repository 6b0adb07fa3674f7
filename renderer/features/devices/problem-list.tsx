import { TriangleAlert } from 'lucide-react';
import { Remedy } from '../../components/remedy.tsx';
import { formatTimestamp } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';

export function ProblemList() {
  const troubles = useReadable(useLive().devices.troubles);
  if (troubles.length === 0) return null;
  return (
    <section className="troubles" aria-labelledby="troubles-title">
      <h2 id="troubles-title" className="troubles-title">
        <TriangleAlert aria-hidden size={14} />
        {troubles.length === 1 ? '1 problem' : `${troubles.length} problems`}
      </h2>
      <ul>
        {troubles.map(({ code, subject, text, remedy, since }) => (
          <li key={`${code} ${subject}`} className="trouble">
            <p>{text}</p>
            <Remedy text={remedy} />
            <p className="trouble-since dim">Since {formatTimestamp(Date.parse(since))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
