import { Fragment } from 'react';
import { ClosableDialog } from '../closable-dialog.tsx';
import './shortcuts-dialog.css';
import { isMacKeyboard, keyCap, SHORTCUTS, type Shortcut } from './shortcuts.ts';

export function ShortcutsDialog() {
  return (
    <ClosableDialog dialog="shortcuts" title="Keyboard shortcuts" className="shortcuts">
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
    </ClosableDialog>
  );
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const isMac = isMacKeyboard();
  return keys.map((together, index) => (
    <Fragment key={together.join()}>
      {index > 0 && <span className="dim"> or </span>}
      {together.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && <span className="visually-hidden"> plus </span>}
          <kbd>{keyCap(key, isMac)}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
