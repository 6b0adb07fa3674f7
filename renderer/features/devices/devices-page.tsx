import { Tabs } from '@base-ui/react/tabs';
import { Cable, Copy, SquareFunction } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { type AppDevice, deviceKey } from '../../../service/contract/index.ts';
import { serviceAddress } from '../../app/address.ts';
import { rawRoute, redirect } from '../../app/guarded-location.ts';
import { LazyContent } from '../../app/lazy-content.tsx';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DetailGroup, DetailRow } from '../../components/facts.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { Notice } from '../../components/notice.tsx';
import { Connecting } from '../../components/service-states.tsx';
import { deviceCurlCommand } from '../../data/api/code-samples/curl.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { groupDevices } from '../../data/devices/grouping.ts';
import { useDevice, useHasDevice, useLive, useReadable } from '../../data/react.ts';
import { COMPUTED_PARTS } from '../computed/computed-pages.ts';
import { computedTarget } from '../computed/routes.ts';
import { CORRECTION_PAGE, CORRECTION_RECORD, CORRECTION_VERSIONS } from '../corrections/lazy-pages.ts';
import { correctionOfRoute } from '../corrections/routes.ts';
import { Onboarding } from '../onboarding/onboarding.tsx';
import './device-list.css';
import './device-details.css';
import { DeviceList } from './device-list.tsx';
import { ComputedTab, DeviceTab } from './device-tab.tsx';
import './device-view.css';
import { DeviceView } from './device-view.tsx';
import { GroupDialogs } from './groups/group-dialogs.tsx';
import './mode/mode.css';
import { isAboutDevice, ProblemTexts, useProblems } from './problem-texts.tsx';
import { deviceOfRoute, deviceRoute } from './routes.ts';

export function DevicesPage() {
  const route = useReadable(rawRoute);
  const narrow = useMedia(NARROW);
  const { devices } = useLive();
  const connected = useReadable(devices.list);
  const list = useReadable(devices.known);
  const form = computedTarget(route) !== undefined;
  const wanted = deviceOfRoute(route);
  const key = wanted ? deviceKey(wanted) : '';
  const isKnown = useHasDevice(key);
  const correction = isKnown ? correctionOfRoute(route) : undefined;

  useEffect(() => {
    const first = groupDevices(connected.length > 0 ? connected : list)[0]?.items[0];
    if (!key && !form && first && !narrow) redirect(route, deviceRoute(first.device));
  }, [key, form, connected, list, narrow, route]);

  if (correction?.isRecord) return <LazyContent page={CORRECTION_RECORD} />;
  return (
    <>
      <GroupDialogs />
      <Panes
        id="devices"
        mainFirst={form || key !== '' || list.length === 0}
        list={<DeviceList selectedKey={key} />}
        main={
          form ? (
            <LazyContent page={COMPUTED_PARTS.editor} />
          ) : correction ? (
            <LazyContent page={CORRECTION_PAGE} />
          ) : isKnown ? (
            <ShownDevice key={key} of={key} />
          ) : (
            <NothingToShow what="the devices">
              {wanted?.family === 'computed' ? (
                <NoComputed id={wanted.serial} />
              ) : wanted ? (
                <NotAttached serial={wanted.serial} />
              ) : list.length === 0 ? (
                <Onboarding />
              ) : (
                <Connecting />
              )}
            </NothingToShow>
          )
        }
        details={
          correction ? <LazyContent page={CORRECTION_VERSIONS} /> : isKnown && !form ? <ShownDetails of={key} /> : null
        }
        detailsTitle={correction ? 'Correction versions' : 'Device details'}
      />
    </>
  );
}

/** A component of its own, so that a reading does not render the page again. */
function ShownDevice({ of }: { of: string }) {
  const record = useDevice(of);
  return record && <DeviceView record={record} />;
}

function ShownDetails({ of }: { of: string }) {
  const record = useDevice(of);
  return record && <DeviceDetails record={record} />;
}

/** A computed channel that was deleted, or was saved a moment ago. */
function NoComputed({ id }: { id: string }) {
  const record = useReadable(useLive().computed.known).get(id);
  if (record && !record.gone) return <Connecting />;
  return (
    <EmptyState icon={<SquareFunction aria-hidden size={26} />} title="Computed channel not found">
      <p className="dim">It may have been deleted, or added again with a new ID.</p>
      <p>
        <Link href="/devices">Show devices</Link>
      </p>
    </EmptyState>
  );
}

function NotAttached({ serial }: { serial: string }) {
  const problems = useProblems((problem) => isAboutDevice(problem, serial));
  return (
    <EmptyState icon={<Cable aria-hidden size={26} />} title={`${serial} is not connected`}>
      <p className="dim">The device appears here when it is connected.</p>
      {problems.length > 0 && (
        <Notice tone="warning" title="Possible cause">
          <ProblemTexts problems={problems} />
        </Notice>
      )}
      <p>
        <Link href="/devices">Show devices</Link>
      </p>
    </EmptyState>
  );
}

function DeviceDetails({ record }: { record: DeviceRecord }) {
  const { device } = record;
  return (
    <div className="details">
      {device.family === 'computed' ? (
        <div className="tab-panel">
          <ComputedTab record={record} />
        </div>
      ) : (
        <Tabs.Root defaultValue="device" className="details-tabs">
          <Tabs.List className="tabs" aria-label="Device details">
            <Tabs.Tab value="device" className="tab" data-word="Device">
              Device
            </Tabs.Tab>
            <Tabs.Tab value="product" className="tab" data-word="Product">
              Product
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="device" className="tab-panel">
            <DeviceTab record={record} />
          </Tabs.Panel>
          <Tabs.Panel value="product" className="tab-panel">
            <ProductTab device={device} />
          </Tabs.Panel>
        </Tabs.Root>
      )}
      <div className="details-foot">
        <CopyButton
          text={deviceCurlCommand(serviceAddress(), device)}
          what="the request for the readings of this device"
          label="Copy as curl"
          icon={<Copy aria-hidden size={14} />}
        />
      </div>
    </div>
  );
}

function ProductTab({ device }: { device: AppDevice }) {
  const { info, model } = device.product;
  return (
    <>
      <DetailGroup>
        <DetailRow name="Product name">{info.name}</DetailRow>
        <DetailRow name="Product" mono>
          {model}
        </DetailRow>
        <DetailRow name="Part number" mono>
          {info.sku}
        </DetailRow>
        <DetailRow name="Vendor">{info.vendor}</DetailRow>
      </DetailGroup>
      <DetailGroup title="Interfaces">
        {Object.entries(info.interfaces).map(([kind, name]) => (
          <DetailRow key={kind} name={name} mono>
            {kind}
          </DetailRow>
        ))}
      </DetailGroup>
      <section className="facts">
        <h3 className="facts-title">Channels</h3>
        <ul className="product-channels">
          {channelsOf(device).map(({ label, description, type, unit, details }) => (
            <li key={label}>
              <div className="product-channel-head">
                <span>{description}</span>
                <span className="dim">{unit}</span>
              </div>
              <div className="product-channel-names">
                <span className="mono dim">{label}</span>
                <span className="dim">{type}</span>
                {details.virtual && <span className="badge virtual">Virtual</span>}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
