import { ChevronRight, Pencil } from 'lucide-react';
import { type DragEvent, memo, useState } from 'react';
import type { DevicePatch } from '../../../../service/contract/index.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive } from '../../../data/react.ts';
import { changeDevice } from '../change-device.ts';
import { setCollapsed } from '../list-preferences.ts';
import { editGroup } from './group-dialogs.tsx';

/** The type of a dragged row; its data is the key of the device. */
export const DRAGGED_DEVICE = 'application/x-mensura-device';

export interface GroupHeadProps {
  /** As in `DeviceGroup`. */
  groupKey: string;
  title: string;
  userGroup: string | undefined;
  count: number;
  /** From the top of the list, in pixels. */
  top: number;
  isCollapsed: boolean;
  /** It cannot be collapsed at the moment. */
  isFixed: boolean;
}

/**
 * The title of a group: a button that collapses it, and a target for dragged rows. It is beside the listbox, which may
 * hold only options. Memoized: the list renders while it scrolls.
 */
export const GroupHead = memo(function GroupHead(props: GroupHeadProps) {
  const { groupKey, title, userGroup, count, top, isCollapsed, isFixed } = props;
  const { isOver, ...drop } = useDrop(dropped(groupKey, userGroup));
  const words = (
    <>
      <span className="ellipsis">{title}</span>
      <span className="list-group-count">{formatCount(count)}</span>
    </>
  );
  return (
    <div className={isOver ? 'list-group-head over' : 'list-group-head'} style={{ top }} title={title} {...drop}>
      {isFixed ? (
        <span className="list-group-title">{words}</span>
      ) : (
        <button
          type="button"
          className="list-group-title"
          aria-expanded={!isCollapsed}
          onClick={() => setCollapsed([groupKey], !isCollapsed)}
        >
          <ChevronRight aria-hidden size={14} className="list-group-arrow" />
          {words}
        </button>
      )}
      {userGroup && (
        <button
          type="button"
          className="icon-button list-group-edit"
          aria-label={`Rename or remove the group ${userGroup}`}
          title="Rename or remove group"
          onClick={() => editGroup(userGroup)}
        >
          <Pencil aria-hidden size={12} />
        </button>
      )}
    </div>
  );
});

/** What dropping a row on the title changes; undefined if it changes nothing. */
function dropped(groupKey: string, userGroup: string | undefined): DevicePatch | undefined {
  if (userGroup !== undefined) return { group: userGroup };
  return groupKey === 'favorites' ? { favorite: true } : undefined;
}

function useDrop(change: DevicePatch | undefined) {
  const live = useLive();
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!change || !event.dataTransfer.types.includes(DRAGGED_DEVICE)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const record = live.devices.get(event.dataTransfer.getData(DRAGGED_DEVICE));
      if (!change || !record) return;
      event.preventDefault();
      changeDevice(live, record.device, change);
    },
  };
}
