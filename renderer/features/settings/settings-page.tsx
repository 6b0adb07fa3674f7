import { useRef } from 'react';
import type { Settings } from '../../../service/contract/index.ts';
import { redirectToService } from '../../app/follow-address.ts';
import { SettingsFields } from '../../components/config-editor/settings-fields.tsx';
import { RetryNotice } from '../../components/retry-notice.tsx';
import { Connecting, ReadOnlyNotice, Unreachable } from '../../components/service-states.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import { useSettingsFacts } from '../../data/settings/use-settings-facts.ts';
import { AppearanceSection } from './appearance/appearance-section.tsx';
import { BackupSection } from './backup/backup-section.tsx';
import { ServiceSettings } from './form/service-settings.tsx';
import { HistorySection } from './history-section.tsx';
import { SectionList } from './section-list.tsx';
import { ServiceSection } from './server/service-section.tsx';
import { SettingsInfoContext } from './settings-info-context.ts';
import './settings.css';
import { SimulatedSection } from './simulated-section.tsx';
import { StartUpSection } from './start-up-section.tsx';
import { useCurrentSection } from './use-current-section.ts';
import { useRouteSection } from './use-route-section.ts';

export function SettingsPage() {
  const live = useLive();
  const { state } = useReadable(live.connection);
  const settings = useReadable(live.settings.all);
  if (settings) return <KnownSettings settings={settings} />;
  return state === 'unreachable' ? <Unreachable what="the settings" onRetry={live.retry} /> : <Connecting />;
}

function KnownSettings({ settings }: { settings: Settings }) {
  const known = useSettingsFacts();
  const page = useRef<HTMLDivElement>(null);
  const current = useCurrentSection(page);
  const { state } = useReadable(useLive().connection);
  useRouteSection(page);
  return (
    <SettingsInfoContext value={known}>
      <div className="settings-page" ref={page}>
        <SectionList current={current} />
        <ServiceSettings settings={settings} onSaved={() => void redirectToService()}>
          <h1>Settings</h1>
          <output className="settings-outcome">{state === 'unreachable' && <ReadOnlyNotice />}</output>
          {known.failure && state === 'live' && (
            <RetryNotice
              tone="warning"
              title="Cannot determine which settings are overridden"
              cause={known.failure.message}
              onRetry={known.refresh}
            />
          )}
          <SettingsFields label="Settings">
            <ServiceSection />
            <StartUpSection />
            <AppearanceSection />
            <HistorySection settings={settings} />
            <SimulatedSection />
            <BackupSection />
          </SettingsFields>
        </ServiceSettings>
      </div>
    </SettingsInfoContext>
  );
}
