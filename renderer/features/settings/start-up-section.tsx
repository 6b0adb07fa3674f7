/** How Mensura begins, and when it ends. */
import { useLive, useReadable } from '../../data/react.ts';
import { Section } from './section.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function StartUpSection() {
  const status = useReadable(useLive().status);
  return <Section id="start-up">{status?.host === 'headless' ? <AsService /> : <DesktopSettings />}</Section>;
}

function DesktopSettings() {
  return (
    <>
      <SwitchSetting name="start_at_login" label="Start at login" usual="off">
        Mensura starts by itself when you log in to this computer.
      </SwitchSetting>
      <SwitchSetting name="start_hidden" label="Start without a window" usual="off">
        It starts in the tray and measures; the window opens from there. Where the desktop has no tray, the window opens
        as usual.
      </SwitchSetting>
      <SwitchSetting name="keep_running" label="Keep running when the window is closed" usual="on">
        Measuring goes on in the tray. Off, or where the desktop has no tray, closing the window ends Mensura.
      </SwitchSetting>
    </>
  );
}

function AsService() {
  return (
    <>
      <p>
        This Mensura runs without a window of its own. To have it start with the computer, run it as a service of the
        system: <code className="mono">docs/headless.md</code>, which comes with Mensura, has a unit for systemd to
        copy.
      </p>
      <p className="dim">Starting at login, and running on in the tray, are settings of the desktop app.</p>
    </>
  );
}
