/** What is known of the calibration that users store in an instrument with the maker's tool (docs/instruments.md). */
import { useState } from 'react';
import { type AppDevice, deviceKey, isCalibratable } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { readPreference, writePreference } from '../../../data/preferences.ts';

/** The maker's description of user calibration. */
const MAKER_PAGE = 'https://www.dracal.com/en/usage-guides/dracal_calibration_documentation';

function MakerLink() {
  return (
    <a href={MAKER_PAGE} target="_blank" rel="noreferrer">
      About user calibration
    </a>
  );
}

/** One sentence for the details of a -CAL product. */
export function UserCalibrationText({ device }: { device: AppDevice }) {
  if (!isCalibratable(device.product.info)) return null;
  return (
    <p className="dim user-calibration">
      {device.protocol === 'usb'
        ? 'This product can store up to three calibration points per channel; in USB mode, Mensura probably shows values without them.'
        : 'This product can store up to three calibration points per channel; Mensura shows the values that the device sends, and cannot read or change the points.'}{' '}
      <MakerLink />
    </p>
  );
}

const PREFERENCE = 'dismissed-calibration-notices';

/** More are forgotten, the oldest first. */
const MAX_DISMISSED = 500;

function dismissed(): string[] {
  return (readPreference(PREFERENCE) ?? '').split(' ').filter((key) => key !== '');
}

/** Of a -CAL product in USB mode, until it is dismissed for this device. */
export function UserCalibrationNotice({ device }: { device: AppDevice }) {
  const key = encodeURIComponent(deviceKey(device));
  const [isDismissed, setDismissed] = useState(() => dismissed().includes(key));
  if (isDismissed || device.simulated || device.protocol !== 'usb' || !isCalibratable(device.product.info)) return null;
  const dismiss = (): void => {
    writePreference(PREFERENCE, [...dismissed(), key].slice(-MAX_DISMISSED).join(' '));
    setDismissed(true);
  };
  return (
    <Notice tone="info" title="Calibration points in the device are probably not applied" onClose={dismiss}>
      <p>
        In USB mode, Mensura converts the raw values of the sensors. If you stored calibration points in this device,
        use VCP mode, or correct its channels in Mensura. <MakerLink />
      </p>
    </Notice>
  );
}
