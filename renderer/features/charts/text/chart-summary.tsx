import type { ChartChannel } from './types.ts';

const NONE = 'none';

/** The charts in figures, for those who do not see them. The engine fills it in every few seconds, without announcing. */
export function ChartSummary({ channels }: { readonly channels: readonly ChartChannel[] }) {
  return (
    <div className="visually-hidden">
      <table className="chart-summary">
        <caption>Readings in the time shown</caption>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">Latest</th>
            <th scope="col">Least</th>
            <th scope="col">Greatest</th>
            <th scope="col">Mean</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ key, description, device }) => (
            <tr key={key}>
              <th scope="row">{device ? `${description}, ${device}` : description}</th>
              <td>{NONE}</td>
              <td>{NONE}</td>
              <td>{NONE}</td>
              <td>{NONE}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
