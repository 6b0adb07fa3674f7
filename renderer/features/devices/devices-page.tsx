import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { groupDevices } from '../../data/devices/grouping.ts';
import { useDevice, useHasDevice, useLive, useReadable } from '../../data/react.ts';
import { DeviceDetails } from './device-details.tsx';
import { DeviceList } from './device-list.tsx';
import { DeviceView } from './device-view.tsx';
import './device-list.css';
import './device-view.css';
import './device-details.css';
import './mode/mode.css';
import { NothingToShow } from './nothing-to-show.tsx';
import { deviceOfRoute, deviceRoute, keyOfRoute } from './routes.ts';

export function DevicesPage() {
  const [route, navigate] = useLocation();
  const narrow = useMedia(NARROW);
  const live = useLive();
  const list = useReadable(live.devices.list);
  const key = keyOfRoute(route);
  const isKnown = useHasDevice(key);

  useEffect(() => {
    const first = groupDevices(list)[0]?.items[0];
    if (!key && first && !narrow) navigate(deviceRoute(first.device), { replace: true });
  }, [key, list, narrow, navigate]);

  return (
    <Panes
      id="devices"
      mainFirst={key !== '' || list.length === 0}
      list={<DeviceList selectedKey={key} />}
      main={isKnown ? <ShownDevice key={key} deviceKey={key} /> : <NothingToShow wanted={deviceOfRoute(route)} />}
      details={isKnown ? <ShownDetails deviceKey={key} /> : null}
      detailsTitle="Device details"
    />
  );
}

/** A component of its own, so that a reading does not render the page again. */
function ShownDevice({ deviceKey }: { deviceKey: string }) {
  const record = useDevice(deviceKey);
  return record && <DeviceView record={record} />;
}

function ShownDetails({ deviceKey }: { deviceKey: string }) {
  const record = useDevice(deviceKey);
  return record && <DeviceDetails record={record} />;
}
