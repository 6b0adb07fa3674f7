import { chooseTheme, THEME_CHOICES, THEME_WORDS, themeChoice } from '../../../app/theme.ts';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { useReadable } from '../../../data/react.ts';
import { Section } from '../section.tsx';
import { PinnedChannels } from './pinned-channels.tsx';
import { Units } from './units.tsx';

export function AppearanceSection() {
  return (
    <Section id="appearance">
      <Theme />
      <Units />
      <PinnedChannels />
    </Section>
  );
}

function Theme() {
  const choice = useReadable(themeChoice);
  return (
    <div className="form-group">
      <h3>Theme</h3>
      <div>
        <SegmentedControl
          label="Theme"
          options={THEME_CHOICES.map((value) => ({ value, word: THEME_WORDS[value] }))}
          value={choice}
          onChange={chooseTheme}
        />
      </div>
      <p className="form-hint">
        Applies immediately and only to this browser. Also available in the sidebar. Default: System.
      </p>
    </div>
  );
}
