import { Menu } from '@base-ui/react/menu';
import {
  Check,
  ChevronRight,
  Download,
  Ellipsis,
  Flag,
  Image,
  Link,
  ListTree,
  Maximize,
  Pin,
  Ruler,
  Table,
} from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import { MAX_PINNED } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import { canPin, withPinToggled } from '../../data/settings/settings-store.ts';
import { type ChartChannel, channelTitle } from '../charts/channels.ts';
import type { ChartActions } from '../charts/chart-stack.tsx';
import type { PictureFormat } from '../charts/image-export/save-image.ts';
import './chart-menu.css';

const PICTURES: readonly { format: PictureFormat; word: string }[] = [
  { format: 'png', word: 'Save as PNG' },
  { format: 'svg', word: 'Save as SVG' },
];

export interface ChartMenuProps {
  readonly charts: RefObject<ChartActions | null>;
  readonly channels: readonly ChartChannel[];
  readonly onExport: () => void;
  readonly onCopyLink: () => void;
  readonly onMarkers: () => void;
}

export const ChartMenu = memo(function ChartMenu({
  charts,
  channels,
  onExport,
  onCopyLink,
  onMarkers,
}: ChartMenuProps) {
  const next = useRef<HTMLElement>(null);
  return (
    <Menu.Root modal={false} onOpenChange={(isOpen) => isOpen && (next.current = null)}>
      <Menu.Trigger className="button chart-menu-button" aria-label="Chart actions" title="Chart actions">
        <Ellipsis aria-hidden size={15} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu" finalFocus={() => next.current ?? true}>
            <Menu.Item className="menu-item" onClick={() => charts.current?.showTable()}>
              <Table aria-hidden size={14} /> Show as table
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => (next.current = charts.current?.measure() ?? null)}>
              <Ruler aria-hidden size={14} /> Measure
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => charts.current?.showLargeValues()}>
              <Maximize aria-hidden size={14} /> Show large values
            </Menu.Item>
            {PICTURES.map(({ format, word }) => (
              <Menu.Item key={format} className="menu-item" onClick={() => charts.current?.savePicture(format)}>
                <Image aria-hidden size={14} /> {word}
              </Menu.Item>
            ))}
            <Menu.Item className="menu-item" onClick={() => charts.current?.mark()}>
              <Flag aria-hidden size={14} /> Add marker…
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={onMarkers}>
              <ListTree aria-hidden size={14} /> Show markers…
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={onExport}>
              <Download aria-hidden size={14} /> Export…
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={onCopyLink}>
              <Link aria-hidden size={14} /> Copy link
            </Menu.Item>
            <ChartMenuPins channels={channels} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
});

/** Empty if the service has no tray. */
function ChartMenuPins({ channels }: { channels: readonly ChartChannel[] }) {
  const live = useLive();
  const status = useReadable(live.status);
  const settings = useReadable(live.settings.all);
  if (status?.host !== 'desktop' || !settings) return null;
  const { pinned_channels: pinned } = settings;
  const toggle = async (path: string): Promise<void> => {
    try {
      await live.settings.change((present) => ({ pinned_channels: withPinToggled(present.pinned_channels, path) }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showToast({ title: 'Cannot change pinned channels', text: error.message });
    }
  };
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="menu-item">
        <Pin aria-hidden size={14} /> Pin to tray
        <ChevronRight aria-hidden size={14} className="menu-more" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} className="floating">
          <Menu.Popup className="popup menu chart-menu-pins">
            <Menu.Group>
              {channels.map((channel) => (
                <Menu.CheckboxItem
                  key={channel.key}
                  className="menu-item"
                  checked={pinned.includes(channel.key)}
                  disabled={!pinned.includes(channel.key) && !canPin(pinned)}
                  closeOnClick={false}
                  onCheckedChange={() => void toggle(channel.key)}
                >
                  <span className="menu-mark">
                    <Menu.CheckboxItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  {channelTitle(channel)}
                </Menu.CheckboxItem>
              ))}
              <Menu.GroupLabel className="menu-foot">
                {canPin(pinned)
                  ? `${pinned.length} of ${MAX_PINNED} channels pinned`
                  : `${MAX_PINNED} of ${MAX_PINNED} channels pinned. Unpin one to pin another.`}
              </Menu.GroupLabel>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
