import { Menu } from '@base-ui/react/menu';
import { ArrowRightFromLine, Check, ChevronRight, EllipsisVertical, EyeOff, RotateCcw, SquarePlus } from 'lucide-react';
import { CorrectKnownItem } from '../../corrections/indicators/corrected-channel.tsx';
import { type ChartChannel, channelTitle, type Panel } from '../channels.ts';
import { type PanelActions, panelTitle } from './panel-actions.ts';

export interface ChannelMenuProps {
  readonly channel: ChartChannel;
  /** Contains the channel. */
  readonly panel: Panel;
  readonly panels: readonly Panel[];
  readonly isHidden: boolean;
  /** All other channels are hidden. */
  readonly isShownAlone: boolean;
  readonly actions: PanelActions;
}

/** The menu of a legend entry: where the channel is drawn. */
export function ChannelMenu({ channel, panel, panels, isHidden, isShownAlone, actions }: ChannelMenuProps) {
  const { key } = channel;
  const others = panels.filter(({ index }) => index !== panel.index);
  const isRight = panel.right?.channels.includes(channel) === true;
  const hasOthers = panel.channels.length > 1;
  const name = `Options for ${channelTitle(channel)}`;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="chart-legend-menu" aria-label={name} title={name}>
        <EllipsisVertical aria-hidden size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          <Menu.Popup className="popup menu">
            {others.length > 0 && (
              <Menu.SubmenuRoot>
                <Menu.SubmenuTrigger className="menu-item">
                  <ArrowRightFromLine aria-hidden size={14} /> Move to panel
                  <ChevronRight aria-hidden size={14} className="menu-more" />
                </Menu.SubmenuTrigger>
                <Menu.Portal>
                  <Menu.Positioner sideOffset={4} className="floating">
                    <Menu.Popup className="popup menu chart-panel-list">
                      {others.map((other) => (
                        <Menu.Item
                          key={other.index}
                          className="menu-item"
                          onClick={() => actions.moveTo(key, other.index)}
                        >
                          <span className="ellipsis">{panelTitle(other)}</span>
                        </Menu.Item>
                      ))}
                    </Menu.Popup>
                  </Menu.Positioner>
                </Menu.Portal>
              </Menu.SubmenuRoot>
            )}
            {hasOthers && (
              <>
                <Menu.Item className="menu-item" onClick={() => actions.moveToNew(key)}>
                  <SquarePlus aria-hidden size={14} /> Move to new panel
                </Menu.Item>
                <Menu.CheckboxItem
                  className="menu-item"
                  checked={isRight}
                  closeOnClick
                  onCheckedChange={() => actions.moveToOtherAxis(key)}
                >
                  <CheckMark /> Right value axis
                </Menu.CheckboxItem>
              </>
            )}
            <Menu.Item className="menu-item" onClick={() => actions.toggle(key)}>
              <EyeOff aria-hidden size={14} /> {isHidden ? 'Show' : 'Hide'}
            </Menu.Item>
            <Menu.CheckboxItem
              className="menu-item"
              checked={isShownAlone}
              closeOnClick
              onCheckedChange={() => actions.showAlone(key)}
            >
              <CheckMark /> Only this channel
            </Menu.CheckboxItem>
            <CorrectKnownItem of={channel.ref} />
            <Menu.Item className="menu-item" onClick={() => actions.reset()}>
              <RotateCcw aria-hidden size={14} /> Reset layout
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function CheckMark() {
  return (
    <span className="menu-mark">
      <Menu.CheckboxItemIndicator>
        <Check aria-hidden size={14} />
      </Menu.CheckboxItemIndicator>
    </span>
  );
}
