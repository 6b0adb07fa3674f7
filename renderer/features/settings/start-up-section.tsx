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
      <SwitchSetting name="start_at_login" label="Start at login" usual="Off">
        Starts Mensura when you log in to this computer.
      </SwitchSetting>
      <SwitchSetting name="start_hidden" label="Start hidden" usual="Off">
        Starts in the tray and reads devices. Open the window from the tray. On desktops without a tray, the window
        opens.
      </SwitchSetting>
      <SwitchSetting name="keep_running" label="Keep running when the window is closed" usual="On">
        Mensura keeps reading devices in the tray. If this is off, or the desktop has no tray, closing the window quits
        Mensura.
      </SwitchSetting>
    </>
  );
}

function AsService() {
  return (
    <>
      <p>
        Mensura is running as a headless service. To start it with the computer, install it as a system service.{' '}
        <code className="mono">docs/headless.md</code>, which comes with Mensura, contains a systemd unit.
      </p>
      <p className="dim">Start at login and tray settings are available in the desktop app.</p>
    </>
  );
}
