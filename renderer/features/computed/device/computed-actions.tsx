import { Menu } from '@base-ui/react/menu';
import { Copy, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ComputedChannel } from '../../../../service/contract/index.ts';
import { rawRoute } from '../../../app/guarded-location.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import '../computed.css';
import { computedIdOf, copyComputedRoute, editComputedRoute } from '../routes.ts';
import { removeComputedChannel } from './remove-computed.ts';
import { ResetDialog } from './reset-dialog.tsx';

/** The actions of the computed channel in the address. */
export function ComputedActions() {
  const id = computedIdOf(useReadable(rawRoute));
  const record = useReadable(useLive().computed.known).get(id);
  return record && !record.gone ? <Actions view={record.view} /> : null;
}

function Actions({ view }: { view: ComputedChannel }) {
  const live = useLive();
  const [, navigate] = useLocation();
  const [isResetOpen, setResetOpen] = useState(false);
  return (
    <>
      <Link href={editComputedRoute(view.id)} className="button">
        <Pencil aria-hidden size={14} /> Edit
      </Link>
      <Menu.Root modal={false}>
        <Menu.Trigger
          className="button chart-menu-button"
          aria-label="Computed channel actions"
          title="Computed channel actions"
        >
          <Ellipsis aria-hidden size={15} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
            <Menu.Popup className="popup menu">
              <Menu.Item className="menu-item" onClick={() => navigate(copyComputedRoute(view.id))}>
                <Copy aria-hidden size={14} /> Duplicate…
              </Menu.Item>
              {view.has_integral && (
                <Menu.Item className="menu-item" onClick={() => setResetOpen(true)}>
                  <RotateCcw aria-hidden size={14} /> Reset…
                </Menu.Item>
              )}
              <Menu.Item className="menu-item" onClick={() => removeComputedChannel(live, view)}>
                <Trash2 aria-hidden size={14} /> Delete
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isResetOpen && <ResetDialog view={view} onClose={() => setResetOpen(false)} />}
    </>
  );
}
