import { Cable } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Connecting, Unreachable } from '../../components/service-states.tsx';
import type { DeviceIdentity } from '../../data/devices/key.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { Onboarding } from '../onboarding/onboarding.tsx';
import { isAboutDevice } from './is-about-device.ts';
import { ProblemTexts, useProblems } from './problem-texts.tsx';

export function NothingToShow({ wanted }: { wanted: DeviceIdentity | undefined }) {
  const live = useLive();
  const { state } = useReadable(live.connection);
  const devices = useReadable(live.devices.list);
  if (state === 'connecting') return <Connecting />;
  if (state === 'unreachable') return <Unreachable what="the devices" onRetry={live.retry} />;
  if (wanted) return <NotAttached serial={wanted.serial} />;
  return devices.length === 0 ? <Onboarding /> : <Connecting />;
}

function NotAttached({ serial }: { serial: string }) {
  const problems = useProblems((problem) => isAboutDevice(problem, serial));
  return (
    <EmptyState icon={<Cable aria-hidden size={26} />} title={`${serial} is not connected`}>
      <p className="dim">
        No device with this serial number is connected. It appears here automatically when it is detected.
      </p>
      {problems.length > 0 && (
        <Notice tone="warning" title="Possible cause">
          <ProblemTexts problems={problems} />
        </Notice>
      )}
      <p>
        <Link href="/devices">Show connected devices</Link>
      </p>
    </EmptyState>
  );
}
