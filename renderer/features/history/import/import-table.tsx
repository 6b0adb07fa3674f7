import { useId } from 'react';
import {
  channelPath,
  type ImportColumn,
  type ImportJob,
  type StoredChannel,
} from '../../../../service/contract/index.ts';
import { TextInput } from '../../../components/form/field.tsx';
import { formatCount, formatDayAndMinute } from '../../../data/format/numbers.ts';
import { type ImportFields, isChoice } from '../../../data/imports/import-fields.ts';
import { unitText } from '../../../data/imports/labels.ts';

export interface ImportTableProps {
  job: ImportJob;
  fields: ImportFields;
  /** Offered for columns without a channel. */
  channels: readonly StoredChannel[];
  onChange: (fields: ImportFields) => void;
}

export function ImportTable({ job, fields, channels, onChange }: ImportTableProps) {
  const paths = useId();
  const note = useId();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="import-scroll" aria-label="Columns of the file" tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Channel</th>
              <th scope="col">Unit</th>
              <th scope="col">Readings</th>
              <th scope="col">New</th>
              <th scope="col">Already stored</th>
              <th scope="col">First</th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {job.columns.map((column) => (
              <tr key={`${column.column} ${column.heading} ${column.channel}`}>
                <th scope="row">{column.heading || `Column ${column.column}`}</th>
                <td>
                  {isChoice(job, column) ? (
                    <ChannelInput
                      column={column}
                      list={paths}
                      note={note}
                      channels={fields.channels}
                      onChange={(values) => onChange({ ...fields, channels: values })}
                    />
                  ) : (
                    <span className="mono">{column.channel ?? 'Not imported'}</span>
                  )}
                  {column.problem !== null && <span className="import-problem">{column.problem}</span>}
                </td>
                <td>{unitText(column)}</td>
                <Figures column={column} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <datalist id={paths}>
        {channels.map((channel) => (
          <option key={channelPath(channel)}>{channelPath(channel)}</option>
        ))}
      </datalist>
      {job.columns.some((column) => isChoice(job, column)) && (
        <p id={note} className="form-hint">
          Channels are written as family/serial/channel, such as usb/E24638/temperature. Columns without a channel are
          not imported. To set the unit of a column, use <code className="mono">mensura import --column</code> on the
          command line.
        </p>
      )}
    </>
  );
}

interface ChannelInputProps {
  column: ImportColumn;
  list: string;
  /** ID of the description. */
  note: string;
  channels: ImportFields['channels'];
  onChange: (channels: ImportFields['channels']) => void;
}

function ChannelInput({ column: { column, heading }, list, note, channels, onChange }: ChannelInputProps) {
  if (column === null) return null;
  return (
    <TextInput
      mono
      aria-label={`Channel of ${heading || `column ${column}`}`}
      aria-describedby={note}
      list={list}
      placeholder="Not imported"
      value={channels.get(column) ?? ''}
      onChange={(event) => onChange(new Map(channels).set(column, event.target.value))}
    />
  );
}

function Figures({ column: { channel, readings, new: added, stored, first, last } }: { column: ImportColumn }) {
  const countOf = (count: number): string => (channel === null ? '' : formatCount(count));
  return (
    <>
      <td className="import-figure">{countOf(readings)}</td>
      <td className="import-figure">{countOf(added)}</td>
      <td className="import-figure">{countOf(stored)}</td>
      <td>{timeText(first)}</td>
      <td>{timeText(last)}</td>
    </>
  );
}

function timeText(at: string | null): string {
  return at === null ? '' : formatDayAndMinute(Date.parse(at));
}
