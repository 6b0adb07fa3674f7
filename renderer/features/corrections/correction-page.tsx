import { channelPath } from '../../../service/contract/index.ts';
import { rawRoute } from '../../app/guarded-location.ts';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { useReadable } from '../../data/react.ts';
import { deviceRoute } from '../devices/routes.ts';
import './corrections.css';
import { CorrectionEditor } from './correction-editor.tsx';
import { correctionOfRoute } from './routes.ts';
import { useTargetChannel } from './use-target.ts';

/** The form of a channel's correction. */
export function CorrectionPage() {
  const target = useTargetChannel();
  if (!target) return <NoChannel />;
  const { of, definition, name, deviceName, measured } = target;
  return (
    <CorrectionEditor
      key={channelPath(of)}
      of={of}
      name={name}
      deviceName={deviceName}
      unit={definition.unit}
      measured={measured}
    />
  );
}

/** Of an address that names no channel to correct. */
export function NoChannel() {
  const of = correctionOfRoute(useReadable(rawRoute))?.of;
  return (
    <NothingToShow
      what="the correction"
      missing={
        of !== undefined && {
          title: `Cannot correct “${of.channel}”`,
          text: 'This device has no measured channel of this name. Virtual channels follow the corrections of their sources.',
          listRoute: deviceRoute(of),
          listWord: 'Show device',
        }
      }
    >
      {null}
    </NothingToShow>
  );
}
