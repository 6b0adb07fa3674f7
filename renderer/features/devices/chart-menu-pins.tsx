import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight, Pin } from 'lucide-react';
import { MAX_PINNED } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import { canPin, withPinToggled } from '../../data/settings/pinned.ts';
import type { ChartChannel } from '../charts/types.ts';

export interface ChartMenuPinsProps {
  readonly channels: readonly ChartChannel[];
}

/** Empty if the service has no tray. */
export function ChartMenuPins({ channels }: ChartMenuPinsProps) {
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
              {channels.map(({ key, description, device }) => (
                <Menu.CheckboxItem
                  key={key}
                  className="menu-item"
                  checked={pinned.includes(key)}
                  disabled={!pinned.includes(key) && !canPin(pinned)}
                  closeOnClick={false}
                  onCheckedChange={() => void toggle(key)}
                >
                  <span className="menu-mark">
                    <Menu.CheckboxItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  {device ? `${description} · ${device}` : description}
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
