import { type ChartChannel, channelTitle } from '../channels.ts';
import { NO_READING, SUMMARY_COLUMNS, UNKNOWN_TREND } from './write-summary.ts';

/** The charts in figures, for screen readers. The engine updates it every few seconds without an announcement. */
export function ChartSummary({ channels }: { readonly channels: readonly ChartChannel[] }) {
  return (
    <div className="visually-hidden">
      <table className="chart-summary">
        <caption>
          Readings in the time window
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
          {channels.map((channel) => (
            <tr key={channel.key}>
              <th scope="row">{channelTitle(channel)}</th>
              {SUMMARY_COLUMNS.map((column) => (
                <td key={column}>{column === 'Trend' ? UNKNOWN_TREND : NO_READING}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
