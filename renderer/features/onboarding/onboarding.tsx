/** What stands in the middle while no instrument is attached: what to plug in, what to try without one, what is missing. */
import { Usb } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProblemTexts, useProblems } from '../devices/problem-texts.tsx';
import { CheckList } from './checks/check-list.tsx';
import { useChecks } from './checks/use-checks.ts';
import './onboarding.css';
import { ManualSetup } from './manual-setup.tsx';
import { SimulatedOffer } from './simulated/simulated-offer.tsx';

export function Onboarding() {
  const closed = useProblems(({ code }) => code === 'usb-permission');
  return (
    <EmptyState icon={<Usb aria-hidden size={26} />} title="No instrument is attached">
      <p>
        Plug an instrument of Dracal Technologies into a USB port of this computer. It shows here by itself within
        seconds, in USB mode and in serial (VCP) mode, and is measured from then on.
      </p>
      {closed.length > 0 && (
        <Notice tone="warning" title="An instrument is plugged in, but may not be opened">
          <ProblemTexts troubles={closed} />
        </Notice>
      )}
      <SimulatedOffer />
      <ComputerChecks />
      <ManualSetup />
    </EmptyState>
  );
}

function ComputerChecks() {
  const known = useChecks();
  return (
    <section className="first-section" aria-labelledby="first-checks">
      <h3 id="first-checks">It is plugged in, but does not show?</h3>
      <CheckList known={known} isBrief />
    </section>
  );
}
