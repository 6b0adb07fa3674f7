/** What stands in the middle while there is no device to show: why, and what to do next. */
import { Cable, Usb } from 'lucide-react';
import { Link } from 'wouter';
import { desktopBridge } from '../../app/desktop.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Connecting, Unreachable } from '../../components/service-states.tsx';
import type { DeviceIdentity } from '../../data/devices/key.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { AddSerialPort } from './add-serial-port.tsx';
import { concerns } from './concerns.ts';
import { TroubleTexts, useTroubles } from './trouble-texts.tsx';

export function NothingToShow({ wanted }: { wanted: DeviceIdentity | undefined }) {
  const live = useLive();
  const { state } = useReadable(live.connection);
  const devices = useReadable(live.devices.list);
  if (state === 'connecting') return <Connecting />;
  if (state === 'unreachable') return <Unreachable what="the devices" onRetry={live.retry} />;
  if (wanted) return <NotAttached serial={wanted.serial} />;
  return devices.length === 0 ? <NoDevice /> : <Connecting />;
}

function NotAttached({ serial }: { serial: string }) {
  const troubles = useTroubles((trouble) => concerns(trouble, serial));
  return (
    <EmptyState icon={<Cable aria-hidden size={26} />} title={`${serial} is not attached`}>
      <p className="dim">
        No device with this serial number is attached. It shows here by itself once it is plugged in and found.
      </p>
      {troubles.length > 0 && (
        <Notice tone="warning" title="What the service noticed">
          <TroubleTexts troubles={troubles} />
        </Notice>
      )}
      <p>
        <Link href="/devices">Show the attached devices</Link>
      </p>
    </EmptyState>
  );
}

function NoDevice() {
  const bridge = desktopBridge();
  const closed = useTroubles(({ code }) => code === 'usb-permission');
  return (
    <EmptyState icon={<Usb aria-hidden size={26} />} title="No instrument is attached">
      <p className="dim">
        The service runs and looks for instruments all the time. One shows here as soon as it is found.
      </p>
      {closed.length > 0 && (
        <Notice tone="warning" title="An instrument is plugged in, but may not be opened">
          <TroubleTexts troubles={closed} />
        </Notice>
      )}
      <ol className="steps">
        <li>
          <h3>Plug one in</h3>
          <p>
            Connect an instrument to a USB port of this computer. It is found by itself within a few seconds, in USB
            mode and in serial (VCP) mode.
          </p>
        </li>
        <li>
          <h3>It is plugged in, but does not show</h3>
          <p>
            It may be that you are not allowed to open it. On Linux, an instrument in USB mode needs a udev rule, which
            Mensura names when it is missing. Serial ports usually belong to the group{' '}
            <span className="mono">dialout</span>: add yourself with{' '}
            <span className="mono">sudo usermod -aG dialout $USER</span>, then log in again. It may also be that another
            program holds it: close it there. What the service noticed stands under the list of devices.
          </p>
        </li>
        <li>
          <h3>Its serial port cannot be discovered</h3>
          {bridge ? (
            <>
              <p>Add the port by hand.</p>
              <AddSerialPort add={() => bridge.addSerialPort()} />
            </>
          ) : (
            <p>
              Start the service with the port’s name:{' '}
              <span className="mono">npm run service -- --serial-port /dev/ttyS0</span>. Repeat the flag for further
              ports.
            </p>
          )}
        </li>
        <li>
          <h3>Try it without an instrument</h3>
          <p>
            Simulated instruments behave like real ones and are always marked as simulated:{' '}
            <span className="mono">npm start -- --simulate</span>, or{' '}
            <span className="mono">npm run service -- --simulate</span> without a window.
          </p>
        </li>
      </ol>
    </EmptyState>
  );
}
