import { Menu } from '@base-ui/react/menu';
import { SlidersHorizontal } from 'lucide-react';
import { Link } from 'wouter';
import { type ChannelRef, channelPath, describeCurve, deviceKey } from '../../../../service/contract/index.ts';
import { canCorrect } from '../../../data/corrections/labels.ts';
import { getOwn } from '../../../data/get-own.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { correctionRoute } from '../routes.ts';

/** Opens the form; for the menu of a channel that can be corrected. */
export function CorrectItem({ of }: { of: ChannelRef }) {
  return (
    <Menu.LinkItem className="menu-item" closeOnClick render={<Link href={correctionRoute(of)} />}>
      <SlidersHorizontal aria-hidden size={14} /> Correct…
    </Menu.LinkItem>
  );
}

/** The same for any channel: nothing for one that cannot be corrected, or of an unknown device. */
export function CorrectKnownItem({ of }: { of: ChannelRef }) {
  const device = useLive().devices.get(deviceKey(of))?.device;
  const definition = device && getOwn(device.product.channels, of.channel);
  return definition && canCorrect(device, definition) ? <CorrectItem of={of} /> : null;
}

/** Marks the name of a channel whose readings are corrected. */
export function CorrectedBadge({ of }: { of: ChannelRef }) {
  const correction = useReadable(useLive().corrections.known).get(channelPath(of))?.view.correction;
  if (!correction?.enabled) return null;
  const { date, by } = correction;
  const details = [describeCurve(correction), date, by && `by ${by}`].filter((text) => text !== '');
  return (
    <span className="badge good corrected" title={`Readings are corrected by Mensura: ${details.join(', ')}`}>
      Corrected
    </span>
  );
}
