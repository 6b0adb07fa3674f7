/** The overview of all shortcuts. */
import { Dialog } from '@base-ui/react/dialog';
import { Fragment } from 'react';
import { useReadable } from '../../data/react.ts';
import { closeDialog, giveFocusBack, openDialog } from '../dialogs.ts';
import './shortcuts-dialog.css';
import { isMacKeyboard, keyCap, SHORTCUTS, type Shortcut } from './shortcuts.ts';

export function ShortcutsDialog() {
  const isOpen = useReadable(openDialog) === 'shortcuts';
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closeDialog('shortcuts')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup dialog shortcuts" finalFocus={giveFocusBack}>
          <Dialog.Title className="dialog-title">Keyboard shortcuts</Dialog.Title>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard too */}
          <section className="shortcuts-scroll" tabIndex={0} aria-label="Shortcuts">
            <div className="shortcuts-groups">
              {SHORTCUTS.map(({ title, shortcuts }) => (
                <section key={title} className="shortcuts-group">
                  <h3>{title}</h3>
                  <dl>
                    {shortcuts.map((shortcut) => (
                      <div key={shortcut.does} className="shortcut">
                        <dt>
                          <Keys keys={shortcut.keys} />
                        </dt>
                        <dd>{shortcut.does}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </section>
          <div className="dialog-actions">
            <Dialog.Close className="button primary">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const isMac = isMacKeyboard();
  return keys.map((together, index) => (
    <Fragment key={together.join()}>
      {index > 0 && <span className="dim"> or </span>}
      {together.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && <span className="visually-hidden"> and </span>}
          <kbd>{keyCap(key, isMac)}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
