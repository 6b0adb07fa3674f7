import { BellPlus, CircleCheck, List, Send } from 'lucide-react';
import { Link } from 'wouter';
import type { Alarm, AlarmRule } from '../../../../service/contract/index.ts';
import { NARROW, useMedia } from '../../../app/use-media.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import { countAlarms, countsWords } from '../../../data/alarms/labels.ts';
import { channelName } from '../../../data/devices/channel-name.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { groupDevices } from '../../../data/devices/grouping.ts';
import { deviceName } from '../../../data/devices/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { NOTIFICATIONS_ROUTE } from '../../notifications/routes.ts';
import { NEW_RULE_ROUTE, RULES_ROUTE, watchRoute } from '../routes.ts';
import { SnoozedRules, snoozedWords } from '../snooze/snoozed-rules.tsx';
import { usePlaces } from '../use-channel.ts';
import { AlarmCard } from './alarm-card.tsx';
import { isFiltered } from './alarm-filter.tsx';
import { AlarmLogSection, useAlarmLog } from './alarm-log-section.tsx';
import { useAcknowledge } from './use-acknowledge.tsx';

/** Devices listed at most. */
const SHOWN = 4;

function NoRules() {
  const records = useReadable(useLive().devices.list);
  const devices = groupDevices(records).flatMap(({ items }) => items);
  const more = devices.length - SHOWN;
  return (
    <EmptyState icon={<BellPlus aria-hidden size={26} />} title="No alarm rules">
      <p className="dim">
        An alarm rule raises an alarm when the readings of a channel are above or below a limit, change too much,
        deviate from another channel, or are missing. Alarms appear in this window, in the tray icon, as notifications,
        over MQTT and in the API, until they are cleared and acknowledged.
      </p>
      {devices.length === 0 ? (
        <>
          <p>No devices connected.</p>
          <p className="no-rules-actions">
            <Link href="/devices" className="button primary">
              Connect a device
            </Link>
            <Link href={NEW_RULE_ROUTE} className="button">
              Add rule by serial number
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>Select a channel for the first rule:</p>
          <ul className="watchable">
            {devices.slice(0, SHOWN).map((record) => (
              <WatchableDevice key={record.key} record={record} />
            ))}
          </ul>
          {more > 0 && (
            <p className="dim">
              {plural(more, 'more device')}: <Link href={NEW_RULE_ROUTE}>show all</Link>
            </p>
          )}
        </>
      )}
    </EmptyState>
  );
}

function WatchableDevice({ record: { device } }: { record: DeviceRecord }) {
  const units = useDisplayUnits();
  const name = deviceName(device);
  return (
    <li className="watchable-device">
      <p className="watchable-name">
        {name} {device.family !== 'computed' && <span className="mono dim">{device.serial}</span>}
      </p>
      <p className="watchable-channels">
        {channelsOf(device).map(({ label, unit }) => (
          <Link
            key={label}
            href={watchRoute({ family: device.family, serial: device.serial, channel: label })}
            className="button"
          >
            <span className="visually-hidden">Add alarm rule for </span>
            {channelName(device, label)} <span className="dim">{units.of(unit).unit}</span>
            <span className="visually-hidden">
              {' '}
              · {name} {device.serial}
            </span>
          </Link>
        ))}
      </p>
    </li>
  );
}

/** @param sought the id of the alarm in the address; empty for none */
export function AlarmsView({ sought }: { sought: string }) {
  const live = useLive();
  const alarms = useReadable(live.alarms.list);
  const rules = useReadable(live.rules.list);
  const log = useAlarmLog();
  const acknowledging = useAcknowledge();
  const counts = countAlarms(alarms);
  const past = log.alarms.filter(({ id }) => !alarms.some((alarm) => alarm.id === id));
  const isFound = sought === '' || [...alarms, ...past].some(({ id }) => id === sought);
  const { failure, dismiss, one, all, openDialog, dialog, busy } = acknowledging;
  return (
    <article className="entry-view alarms-view" aria-label="All alarms">
      <header className="entry-header">
        <div className="entry-identity">
          <h2>Alarms</h2>
          <p className="entry-facts dim">{[countsWords(counts), snoozedWords(rules)].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="entry-controls">
          <RulesLink />
          <Link href={NOTIFICATIONS_ROUTE} className="button">
            <Send aria-hidden size={15} /> Notifications
          </Link>
          {counts.unacknowledged + counts.unseen > 0 && (
            <>
              <button type="button" className="button" disabled={busy} onClick={all}>
                Acknowledge all
              </button>
              <button type="button" className="button" disabled={busy} onClick={() => openDialog('all')}>
                Acknowledge all with comment…
              </button>
            </>
          )}
        </div>
      </header>
      <div className="entry-notices">
        <FailureNotice title="Cannot acknowledge alarms" text={failure?.message} onClose={dismiss} />
        {!isFound && !log.isLoading && !isFiltered(log.wanted) && (
          <Notice tone="info" title="Alarm already cleared and acknowledged">
            <p>Select “Load older alarms” if the alarm history below does not list it.</p>
          </Notice>
        )}
      </div>
      <AlarmList
        title="Active"
        alarms={alarms.filter(({ ended }) => ended === null)}
        sought={sought}
        onAcknowledge={one}
        onOpenDialog={openDialog}
      />
      <AlarmList
        title="Cleared, unacknowledged"
        alarms={alarms.filter(({ ended }) => ended !== null)}
        sought={sought}
        onAcknowledge={one}
        onOpenDialog={openDialog}
      />
      {alarms.length === 0 && (rules.length > 0 ? <AllQuiet rules={rules} /> : <NoRules />)}
      <SnoozedRules />
      <AlarmLogSection log={log} alarms={past} sought={sought} />
      {dialog}
    </article>
  );
}

/** A narrow window shows the rules on a page of their own. */
function RulesLink() {
  const isNarrow = useMedia(NARROW);
  if (!isNarrow) return null;
  return (
    <Link href={RULES_ROUTE} className="button">
      <List aria-hidden size={15} /> Alarm rules
    </Link>
  );
}

function AllQuiet({ rules }: { rules: readonly AlarmRule[] }) {
  const enabled = rules.filter(({ rule }) => rule.enabled).length;
  return (
    <p className="alarms-quiet">
      <CircleCheck aria-hidden size={17} />
      <span>
        No active alarms.{' '}
        <span className="dim">
          {enabled === 0 ? 'All alarm rules are disabled.' : `${plural(enabled, 'alarm rule')} enabled.`}
        </span>
      </span>
    </p>
  );
}

interface AlarmListProps {
  title: string;
  alarms: readonly Alarm[];
  /** The id of the alarm in the address; empty for none. */
  sought: string;
  onAcknowledge: (id: string) => void;
  onOpenDialog: (alarm: Alarm) => void;
}

function AlarmList({ title, alarms, sought, onAcknowledge, onOpenDialog }: AlarmListProps) {
  const placeOf = usePlaces();
  if (alarms.length === 0) return null;
  return (
    <section className="alarm-section" aria-label={title}>
      <h3>{title}</h3>
      <ul className="alarm-cards">
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <AlarmCard
              alarm={alarm}
              place={placeOf(alarm)}
              isSought={alarm.id === sought}
              onAcknowledge={onAcknowledge}
              onOpenDialog={onOpenDialog}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
