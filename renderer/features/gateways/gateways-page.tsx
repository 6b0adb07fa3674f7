import { useEffect } from 'react';
import { forceNavigate, rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia, WIDE } from '../../app/use-media.ts';
import { NothingToShow, type NothingToShowProps } from '../../components/config-editor/nothing-to-show.tsx';
import { useGateway, useLive, useReadable } from '../../data/react.ts';
import { GatewayDetails } from './details/gateway-details.tsx';
import { GatewayEditor } from './editor/gateway-editor.tsx';
import { NewGateway } from './editor/new-gateway.tsx';
import './gateways.css';
import { GatewayList } from './list/gateway-list.tsx';
import { NoGateways } from './no-gateways.tsx';
import { GATEWAYS_ROUTE, type GatewayTarget, gatewayRoute, gatewayTarget } from './routes.ts';

export function GatewaysPage() {
  const target = gatewayTarget(useReadable(rawRoute));
  const narrow = useMedia(NARROW);
  const wide = useMedia(WIDE);
  const gateways = useReadable(useLive().gateways.list);
  const id = target.kind === 'gateway' ? target.id : '';
  const record = useGateway(id);
  const first = gateways[0]?.id;
  const isUndecided = target.kind === 'none' && !narrow;

  useEffect(() => {
    if (isUndecided && first !== undefined) forceNavigate(gatewayRoute(first), { replace: true });
  }, [isUndecided, first]);

  return (
    <Panes
      id="gateways"
      listSize={wide ? 334 : 284}
      mainFirst={target.kind !== 'none' || gateways.length === 0}
      list={<GatewayList selected={record ? id : ''} />}
      main={
        record ? (
          <GatewayEditor key={id} record={record} />
        ) : target.kind === 'new' ? (
          <NewGateway key={target.of} of={target.of} />
        ) : (
          <NothingToShow what="the gateways" missing={missingOf(target)}>
            {/* With gateways, the first one is about to be selected. */}
            {gateways.length === 0 && <NoGateways />}
          </NothingToShow>
        )
      }
      details={record ? <GatewayDetails gateway={record.view} /> : null}
      detailsTitle="Gateway details"
    />
  );
}

function missingOf(target: GatewayTarget): NothingToShowProps['missing'] {
  if (target.kind !== 'gateway') return null;
  return {
    title: 'Gateway not found',
    text: `No gateway has the ID “${target.id}”. It may have been deleted, or deleted and added again.`,
    listRoute: GATEWAYS_ROUTE,
    listWord: 'Show all gateways',
  };
}
