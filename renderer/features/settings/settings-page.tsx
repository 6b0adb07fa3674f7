import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Settings } from '../../../service/contract/index.ts';
import { redirectToService } from '../../app/address.ts';
import { forceNavigate } from '../../app/guarded-location.ts';
import { SettingsFields } from '../../components/config-editor/settings-form.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { RetryNotice } from '../../components/notice.tsx';
import { Connecting, ReadOnlyNotice } from '../../components/service-states.tsx';
import { formatFixed, plural } from '../../data/format/numbers.ts';
import { useLive, useReadable, useSettingsFacts } from '../../data/react.ts';
import { HISTORY_ROUTE } from '../history/routes.ts';
import { AltitudeSection } from './altitude-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackupSection } from './backup/backup-section.tsx';
import { ServiceSettings } from './form/service-settings.tsx';
import { SETTINGS_SECTIONS, type SettingsSection, sectionOfRoute, sectionRoute } from './routes.ts';
import { headingId, Section, SettingsInfoContext, SwitchSetting } from './section.tsx';
import { SerialPortsSection } from './serial-ports/serial-ports-section.tsx';
import { ServiceSection } from './server/service-section.tsx';
import './settings.css';
import { SimulatedSection } from './simulated-section.tsx';

/** A section is current once its top is this close to the top of the page, in pixels. */
const REACHED_PX = 120;

/** @param page the scrolling element */
function useCurrentSection(page: RefObject<HTMLElement | null>): SettingsSection {
  const [current, setCurrent] = useState<SettingsSection>(SETTINGS_SECTIONS[0].id);
  useEffect(() => {
    const element = page.current;
    if (!element) return undefined;
    const update = (): void => setCurrent(sectionIn(element));
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('scroll', update, { passive: true, signal });
    element.addEventListener('focusin', update, { signal });
    return () => controller.abort();
  }, [page]);
  return current;
}

function sectionIn(page: HTMLElement): SettingsSection {
  const { top, bottom } = page.getBoundingClientRect();
  const topOf = ({ id }: { id: SettingsSection }): number =>
    document.getElementById(headingId(id))?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  // The last sections are too short to reach the top: use the focus.
  const focused = SETTINGS_SECTIONS.find(({ id }) => document.activeElement?.id === headingId(id));
  if (focused && topOf(focused) >= top && topOf(focused) < bottom) return focused.id;
  const isAtEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const reached = SETTINGS_SECTIONS.findLast((section) => isAtEnd || topOf(section) <= top + REACHED_PX);
  return (reached ?? SETTINGS_SECTIONS[0]).id;
}

/** Signs that the user has taken over. */
const USER_EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Scrolls to the section that the route names, and keeps it in view while content above it loads, until the user acts.
 * @param page the scrolling element
 */
function useRouteSection(page: RefObject<HTMLElement | null>): void {
  const [route] = useLocation();
  const section = sectionOfRoute(route);
  useEffect(() => {
    const element = page.current;
    if (!section || !element) return undefined;
    showSection(section);
    const observer = new ResizeObserver(() => scrollToSection(section));
    for (const child of element.children) observer.observe(child);
    const controller = new AbortController();
    const end = (): void => {
      observer.disconnect();
      controller.abort();
    };
    for (const event of USER_EVENTS) {
      window.addEventListener(event, end, { passive: true, capture: true, signal: controller.signal });
    }
    return end;
  }, [section, page]);
}

export function SettingsPage() {
  const settings = useReadable(useLive().settings.all);
  return settings ? (
    <KnownSettings settings={settings} />
  ) : (
    <NothingToShow what="the settings">
      <Connecting />
    </NothingToShow>
  );
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
              title="Cannot read the overridden settings"
              cause={known.failure.message}
              onRetry={known.refresh}
            />
          )}
          <SettingsFields label="Settings">
            <ServiceSection />
            <SerialPortsSection />
            <StartUpSection />
            <AppearanceSection />
            <AltitudeSection />
            <HistorySection settings={settings} />
            <SimulatedSection />
            <BackupSection />
          </SettingsFields>
        </ServiceSettings>
      </div>
    </SettingsInfoContext>
  );
}

function retentionSentence(settings: Settings): string {
  const { history, history_raw_days: raw, history_minute_days: minutes, history_max_gib: gib } = settings;
  const size = formatFixed(gib, Number.isInteger(gib) ? 0 : 2);
  const limits = `Raw readings are stored for ${plural(raw, 'day')}, minute aggregates for ${plural(minutes, 'day')} and hour aggregates without a time limit, up to ${size} GiB in total.`;
  return history ? limits : `New readings are not stored. Existing history follows these limits: ${limits}`;
}

function HistorySection({ settings }: { settings: Settings }) {
  return (
    <Section id="history">
      <p>{retentionSentence(settings)}</p>
      <p>
        Change retention and daily CSV files on the <Link href={HISTORY_ROUTE}>History page</Link>.
      </p>
    </Section>
  );
}

function StartUpSection() {
  const status = useReadable(useLive().status);
  return <Section id="start-up">{status?.host === 'headless' ? <AsService /> : <DesktopSettings />}</Section>;
}

function DesktopSettings() {
  return (
    <>
      <SwitchSetting name="start_at_login" usual="Off">
        Starts Mensura when you log in to this computer.
      </SwitchSetting>
      <SwitchSetting name="start_hidden" usual="Off">
        Starts in the tray, without the window. Open the window from the tray. On desktops without a tray, the window
        opens.
      </SwitchSetting>
      <SwitchSetting name="keep_running" usual="On">
        Mensura continues to read devices in the tray. On a desktop without a tray, a dialog opens first. If this is
        off, closing the window quits Mensura.
      </SwitchSetting>
    </>
  );
}

function AsService() {
  return (
    <>
      <p>
        Mensura runs as a service without a window. To start it with the computer, install it as a system service.{' '}
        <code className="mono">docs/headless.md</code>, which comes with Mensura, contains a systemd unit.
      </p>
      <p className="dim">Start at login and tray settings are available in the desktop app.</p>
    </>
  );
}

function scrollToSection(id: SettingsSection): void {
  document.getElementById(headingId(id))?.closest('section')?.scrollIntoView({ block: 'start' });
}

/** Scrolls and moves the focus. */
function showSection(id: SettingsSection): void {
  scrollToSection(id);
  document.getElementById(headingId(id))?.focus({ preventScroll: true });
}

function SectionList({ current }: { current: SettingsSection }) {
  const showLink = (event: MouseEvent, id: SettingsSection): void => {
    event.preventDefault();
    // Unsaved changes stay on the page.
    forceNavigate(sectionRoute(id), { replace: true });
    showSection(id);
  };
  return (
    <nav className="settings-sections" aria-label="Settings sections">
      <ul>
        {SETTINGS_SECTIONS.map(({ id, word }) => (
          <li key={id}>
            <Link
              href={sectionRoute(id)}
              className="settings-section-link"
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => showLink(event, id)}
            >
              {word}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
