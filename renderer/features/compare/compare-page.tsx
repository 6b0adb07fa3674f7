import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { Panes } from '../../app/panes.tsx';
import { chosenChannels } from '../../data/compare/selected-channels.ts';
import { useKnownChannels } from '../../data/compare/use-known-channels.ts';
import { useReadable } from '../../data/react.ts';
import { ChannelPicker } from './channel-picker.tsx';
import { channelsToShow, groupsNotKnown } from './channels-to-show.ts';
import { looksByPath } from './compare-channels.ts';
import { FullScreenValues } from './full-screen/full-screen-values.tsx';
import './compare.css';
import { CompareView } from './compare-view.tsx';
import { NoChannelsSelected } from './no-channels-selected.tsx';
import { BIG_ROUTE, COMPARE_ROUTE } from './routes.ts';

export function ComparePage() {
  const [route, navigate] = useLocation();
  const groups = useKnownChannels();
  const chosen = useReadable(chosenChannels.list);
  const shown = useMemo(() => channelsToShow(chosen, groups), [chosen, groups]);
  const unknown = useMemo(() => groupsNotKnown(shown, groups), [shown, groups]);
  const looks = useMemo(() => looksByPath(shown), [shown]);
  // A narrow window shows either the charts or the list, which stays until the selection is complete.
  const [isChoosing, setChoosing] = useState(chosen.length === 0);
  const isBig = route === BIG_ROUTE && shown.length > 0;
  return (
    <>
      <Panes
        id="compare"
        mainFirst={chosen.length > 0 && !isChoosing}
        list={
          <ChannelPicker
            groups={[...groups, ...unknown]}
            chosen={chosen}
            looks={looks}
            onShow={() => setChoosing(false)}
          />
        }
        main={
          shown.length > 0 ? (
            <CompareView
              shown={shown}
              unknown={unknown.flatMap(({ channels }) => channels).length}
              onChoose={() => setChoosing(true)}
            />
          ) : (
            <NoChannelsSelected hasChannels={groups.length > 0} />
          )
        }
        details={null}
        detailsTitle=""
      />
      {isBig && <FullScreenValues shown={shown} onClose={() => navigate(COMPARE_ROUTE)} />}
    </>
  );
}
