import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { usePaneSizes } from './pane-sizes.ts';
import './panes.css';
import { NARROW, useMedia, WIDE } from './use-media.ts';

export interface PanesProps {
  /** Key of the stored widths. */
  id: string;
  list: ReactNode;
  main: ReactNode;
  /** Null if there is nothing to show. */
  details: ReactNode | null;
  detailsTitle: string;
  /** Default width of the list in pixels, beside two panes and beside one. */
  listSizes?: readonly [wide: number, usual: number];
  /** In a narrow window: shows `main` instead of the list. */
  mainFirst: boolean;
}

const LIST_SIZES = [304, 284] as const;

const OpenDetails = createContext<(() => void) | null>(null);

/** Opens the details as a drawer; null while they have a pane. */
export function useDetailsToggle(): (() => void) | null {
  return useContext(OpenDetails);
}

export function Panes({ id, list, main, details, detailsTitle, listSizes = LIST_SIZES, mainFirst }: PanesProps) {
  const wide = useMedia(WIDE);
  const narrow = useMedia(NARROW);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const hasDetails = details !== null;
  const beside = wide && hasDetails;
  const openDetails = useMemo(() => (hasDetails && !wide ? () => setDrawerOpen(true) : null), [hasDetails, wide]);
  const { group, sizeOf, onLayoutChanged } = usePaneSizes(id);
  const drawer = (
    <DetailsDrawer
      title={detailsTitle}
      open={drawerOpen && openDetails !== null}
      onOpenChange={setDrawerOpen}
      details={details}
    />
  );

  return (
    <OpenDetails value={openDetails}>
      <Group className="panes" elementRef={group} onLayoutChanged={onLayoutChanged}>
        {!narrow && (
          <Panel
            id="list"
            defaultSize={sizeOf('list', listSizes[wide ? 0 : 1])}
            minSize={230}
            maxSize={460}
            groupResizeBehavior="preserve-pixel-size"
          >
            {list}
          </Panel>
        )}
        {!narrow && <Separator className="panes-separator" aria-label="List width" />}
        {/* The same element in any window: a form keeps its edits when the window is resized. */}
        <Panel id="main" minSize={narrow ? 0 : 360}>
          {narrow && !mainFirst ? list : main}
        </Panel>
        {beside && <Separator className="panes-separator" aria-label="Details width" />}
        {beside && (
          <Panel
            id="details"
            defaultSize={sizeOf('details', 296)}
            minSize={240}
            maxSize={520}
            groupResizeBehavior="preserve-pixel-size"
          >
            <section className="panes-details" aria-label={detailsTitle}>
              {details}
            </section>
          </Panel>
        )}
      </Group>
      {drawer}
    </OpenDetails>
  );
}

interface DetailsDrawerProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  details: ReactNode;
}

/** Not modal: the list and the charts stay usable. */
function DetailsDrawer({ title, open, onOpenChange, details }: DetailsDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className="drawer">
          <div className="drawer-head">
            <Dialog.Title className="drawer-title">{title}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close details">
              <X aria-hidden size={16} />
            </Dialog.Close>
          </div>
          {details}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
