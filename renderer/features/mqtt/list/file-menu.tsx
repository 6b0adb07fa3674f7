import { Menu } from '@base-ui/react/menu';
import { Download, Ellipsis, Upload } from 'lucide-react';
import { EXPORT_PATH } from '../../../data/mqtt/requests.ts';

export interface FileMenuProps {
  canExport: boolean;
  onImport: () => void;
}

export function FileMenu({ canExport, onImport }: FileMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="icon-button" aria-label="Import and export" title="Import and export">
        <Ellipsis aria-hidden size={17} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu file-menu">
            <Menu.Item className="menu-item" onClick={onImport}>
              <Upload aria-hidden size={15} />
              <span>
                Import…
                <span className="menu-note">File from Mensura or the vendor’s service</span>
              </span>
            </Menu.Item>
            {canExport && (
              <Menu.LinkItem className="menu-item" href={EXPORT_PATH} download="mensura-mqtt-clients.json" closeOnClick>
                <Download aria-hidden size={15} />
                <span>
                  Export all
                  <span className="menu-note">Without passwords, certificates and keys</span>
                </span>
              </Menu.LinkItem>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
