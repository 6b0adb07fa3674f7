import { Menu } from '@base-ui/react/menu';
import { Download, Ellipsis, Flag, Image, Table } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { showToast } from '../../app/toasts.tsx';
import type { ChartActions, ChartChannel, PictureFormat } from '../charts/types.ts';
import './chart-menu.css';
import { ChartMenuPins } from './chart-menu-pins.tsx';

const PICTURES: readonly { format: PictureFormat; word: string }[] = [
  { format: 'png', word: 'Save as PNG' },
  { format: 'svg', word: 'Save as SVG' },
];

export interface ChartMenuProps {
  readonly charts: RefObject<ChartActions | null>;
  readonly channels: readonly ChartChannel[];
  readonly onExport?: (() => void) | undefined;
}

export const ChartMenu = memo(function ChartMenu({ charts, channels, onExport }: ChartMenuProps) {
  const save = (format: PictureFormat): void => {
    charts.current?.savePicture(format).catch((error: unknown) => {
      showToast({ title: 'Cannot save the chart image', text: error instanceof Error ? error.message : String(error) });
    });
  };
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button chart-menu-button" aria-label="Chart actions" title="Chart actions">
        <Ellipsis aria-hidden size={15} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu">
            <Menu.Item className="menu-item" onClick={() => charts.current?.showTable()}>
              <Table aria-hidden size={14} /> Show as table
            </Menu.Item>
            {PICTURES.map(({ format, word }) => (
              <Menu.Item key={format} className="menu-item" onClick={() => save(format)}>
                <Image aria-hidden size={14} /> {word}
              </Menu.Item>
            ))}
            <Menu.Item className="menu-item" onClick={() => charts.current?.mark()}>
              <Flag aria-hidden size={14} /> Add marker…
            </Menu.Item>
            {onExport && (
              <Menu.Item className="menu-item" onClick={onExport}>
                <Download aria-hidden size={14} /> Export…
              </Menu.Item>
            )}
            <ChartMenuPins channels={channels} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
});
