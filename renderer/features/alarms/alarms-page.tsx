import { useEffect } from 'react';
import { forceNavigate, rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import './alarms.css';
import { AlarmsView } from './active/alarms-view.tsx';
import { NewRule } from './editor/new-rule.tsx';
import { RuleDetails } from './editor/rule-details.tsx';
import { RuleEditor } from './editor/rule-editor.tsx';
import { ALARMS_ROUTE, alarmTarget } from './routes.ts';
import { RuleList } from './rule-list.tsx';

export function AlarmsPage() {
  const route = useReadable(rawRoute);
  const target = alarmTarget(route);
  const narrow = useMedia(NARROW);
  const id = target.kind === 'rule' ? target.id : '';
  const record = useReadable(useLive().rules.known).get(id);
  // Only a narrow window shows the list of rules as a page of its own.
  const isBeside = target.kind === 'rules' && !narrow;

  useEffect(() => {
    if (isBeside) forceNavigate(ALARMS_ROUTE, { replace: true });
  }, [isBeside]);

  return (
    <Panes
      id="alarms"
      listSizes={[334, 284]}
      mainFirst={target.kind !== 'rules'}
      list={<RuleList selected={record ? id : ''} isOverview={target.kind === 'alarms'} />}
      main={
        record ? (
          <RuleEditor key={id} record={record} />
        ) : target.kind === 'new' ? (
          <NewRule key={route} of={target.channel} />
        ) : (
          <NothingToShow
            what="the alarms"
            missing={
              target.kind === 'rule' && {
                title: `Alarm rule “${target.id}” not found`,
                text: 'It may have been deleted, or added again with a new ID.',
                listRoute: ALARMS_ROUTE,
                listWord: 'Show all alarms',
              }
            }
          >
            <AlarmsView sought={target.kind === 'alarms' ? target.alarm : ''} />
          </NothingToShow>
        )
      }
      details={record ? <RuleDetails record={record} /> : null}
      detailsTitle="Alarm rule details"
    />
  );
}
