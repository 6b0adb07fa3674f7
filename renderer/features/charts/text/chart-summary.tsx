import type { ChartChannel } from '../types.ts';
import { SUMMARY_COLUMNS } from './write-summary.ts';

const NONE = 'none';

/** The charts in figures, for those who do not see them. The engine fills it in every few seconds, without announcing. */
export function ChartSummary({ channels }: { readonly channels: readonly ChartChannel[] }) {
  return (
    <div className="visually-hidden">
      <table className="chart-summary">
        <caption>
          Readings in the time shown
          <span className="chart-summary-stretch" />
        </caption>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            {SUMMARY_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map(({ key, description, device }) => (
            <tr key={key}>
              <th scope="row">{device ? `${description}, ${device}` : description}</th>
              {SUMMARY_COLUMNS.map((column) => (
                <td key={column}>{NONE}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
