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
    <EmptyState icon={<Usb aria-hidden size={26} />} title="No devices connected">
      <p>
        Plug a Dracal instrument into a USB port. It appears here within seconds, in USB or serial (VCP) mode, and
        Mensura starts reading it automatically.
      </p>
      {closed.length > 0 && (
        <Notice tone="warning" title="Cannot open a connected device">
          <ProblemTexts problems={closed} />
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
      <h3 id="first-checks">Plugged in but not showing?</h3>
      <CheckList known={known} isBrief />
    </section>
  );
}
