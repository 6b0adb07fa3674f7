import { Volume2 } from 'lucide-react';
import { Switch } from '../../../components/form/field.tsx';
import { alarmSound, setAlarmSound } from '../../../data/alarms/alarm-sound.ts';
import { playAlarmSound } from '../../../data/alarms/play-sound.ts';
import { useReadable } from '../../../data/react.ts';
import './sound-option.css';

/** The sound of this window, which is no destination. */
export function SoundOption() {
  const isOn = useReadable(alarmSound);
  return (
    <section className="sound-option" aria-label="Sound">
      <Switch
        label="Play a sound in this window when an alarm is raised"
        checked={isOn}
        onChange={({ target }) => setAlarmSound(target.checked)}
      />
      <button type="button" className="button" aria-label="Play the sound" onClick={playAlarmSound}>
        <Volume2 aria-hidden size={15} /> Play
      </button>
    </section>
  );
}
