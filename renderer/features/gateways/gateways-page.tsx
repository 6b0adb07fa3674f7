import { Router } from 'lucide-react';
import { Link } from 'wouter';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { EntryList, useFirstEntry } from '../../components/config-editor/entry-list.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { SENSGATE_CAVEAT } from '../../data/gateways/labels.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { GatewayEditor } from './editor/gateway-editor.tsx';
import { NewGateway } from './editor/new-gateway.tsx';
import { GatewayDetails } from './gateway-details.tsx';
import './gateways.css';
import { GatewayRow } from './gateway-row.tsx';
import { GATEWAYS } from './gateways.ts';
import { GATEWAYS_ROUTE, gatewayTarget, NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from './routes.ts';

export function GatewaysPage() {
  const target = gatewayTarget(useReadable(rawRoute));
  const { gateways } = useLive();
  const isEmpty = useReadable(gateways.list).length === 0;
  const id = target.kind === 'gateway' ? target.id : '';
  const record = useReadable(gateways.known).get(id);
  useFirstEntry(GATEWAYS, target.kind === 'none');
  return (
    <Panes
      id="gateways"
      listSizes={[334, 284]}
      mainFirst={target.kind !== 'none' || isEmpty}
      list={<EntryList entries={GATEWAYS} selected={record ? id : ''} row={GatewayRow} />}
      main={
        record ? (
          <GatewayEditor key={id} record={record} />
        ) : target.kind === 'new' ? (
          <NewGateway key={target.of} of={target.of} />
        ) : (
          <NothingToShow
            what="the gateways"
            missing={
              target.kind === 'gateway' && {
                title: `Gateway “${target.id}” not found`,
                text: 'It may have been deleted, or added again with a new ID.',
                listRoute: GATEWAYS_ROUTE,
                listWord: 'Show all gateways',
              }
            }
          >
            {/* With gateways, the first one is about to be selected. */}
            {isEmpty && <NoGateways />}
          </NothingToShow>
        )
      }
      details={record ? <GatewayDetails gateway={record.view} /> : null}
      detailsTitle="Gateway details"
    />
  );
}

function NoGateways() {
  return (
    <EmptyState icon={<Router aria-hidden size={26} />} title="No gateways">
      <p className="dim">
        A gateway forwards readings from devices that are not connected to this computer. Its devices appear in their
        own group on the Devices page and in the API.
      </p>
      <section className="gateway-way">
        <h3>SensGate on your network</h3>
        <ol className="steps">
          <li>
            <p>Connect the SensGate to your network and find its address in your router’s device list.</p>
          </li>
          <li>
            <p>Enter the address and test the connection. The test lists the SensGate’s devices.</p>
          </li>
        </ol>
        <p className="dim">{SENSGATE_CAVEAT}</p>
        <p>
          <Link href={NEW_GATEWAY_ROUTE} className="button primary">
            Add SensGate
          </Link>
        </p>
      </section>
      <section className="gateway-way">
        <h3>Mensura on other computers</h3>
        <ol className="steps">
          <li>
            <p>
              On each computer, add an MQTT client for the same broker. Start their names with a common prefix:{' '}
              <span className="mono">fleet/hall-1</span>, <span className="mono">fleet/hall-2</span>.
            </p>
          </li>
          <li>
            <p>On this computer, add an MQTT client with a different name for the same broker.</p>
          </li>
          <li>
            <p>
              Add a remote Mensura with the prefix <span className="mono">fleet/+</span>, which matches all of them.
            </p>
          </li>
        </ol>
        <p>
          <Link href={NEW_REMOTE_ROUTE} className="button">
            Add remote Mensura
          </Link>
        </p>
      </section>
    </EmptyState>
  );
}
