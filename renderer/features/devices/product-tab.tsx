import type { AppDevice } from '../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../components/facts.tsx';
import { channelsOf } from '../../data/devices/channels.ts';

export function ProductTab({ device }: { device: AppDevice }) {
  const { info, model } = device.product;
  return (
    <>
      <DetailGroup>
        <DetailRow name="Name">{info.name}</DetailRow>
        <DetailRow name="Model" mono>
          {model}
        </DetailRow>
        <DetailRow name="Part number" mono>
          {info.sku}
        </DetailRow>
        <DetailRow name="Vendor">{info.vendor}</DetailRow>
      </DetailGroup>
      <DetailGroup title="Interfaces">
        {Object.entries(info.interfaces).map(([kind, name]) => (
          <DetailRow key={kind} name={name} mono>
            {kind}
          </DetailRow>
        ))}
      </DetailGroup>
      <section className="facts">
        <h3 className="facts-title">Channels</h3>
        <ul className="product-channels">
          {channelsOf(device).map(({ label, description, type, unit, details }) => (
            <li key={label}>
              <div className="product-channel-head">
                <span>{description}</span>
                <span className="dim">{unit}</span>
              </div>
              <div className="product-channel-names">
                <span className="mono dim">{label}</span>
                <span className="dim">{type}</span>
                {details.virtual && <span className="badge virtual">Virtual</span>}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
