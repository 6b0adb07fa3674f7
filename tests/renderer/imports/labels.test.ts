import { describe, expect, test } from 'vitest';
import { fieldsOf, isChoice, isEdited, optionsOf, shownFields } from '../../../renderer/data/imports/import-fields.ts';
import { previewSentence, unitText, unreadableTitle } from '../../../renderer/data/imports/labels.ts';
import type { ImportColumn, ImportJob } from '../../../service/contract/index.ts';
import { PlayedImports } from '../../support/played/imports.ts';

const JOB = new PlayedImports().get('3fa91c02');

function column(change: Partial<ImportColumn>): ImportColumn {
  const [first] = JOB.columns;
  if (!first) throw new Error('no column');
  return { ...first, ...change };
}

describe('labels', () => {
  test('name a conversion only where values change', () => {
    expect(unitText(column({ unit: '°F' }))).toBe('°F → °C');
    expect(unitText(column({}))).toBe('°C');
    expect(unitText(column({ unit: '°F', channel: null }))).toBe('°F');
  });

  test('say what a preview adds', () => {
    const columns = [column({ new: 1 }), column({ new: 0 }), column({ new: 1200 })];
    expect(previewSentence({ ...JOB, columns })).toBe('1,201 new readings in 2 channels.');
    expect(previewSentence({ ...JOB, columns: [column({ new: 0 })] })).toBe('No new readings: all are stored already.');
    expect(previewSentence({ ...JOB, columns: [] })).toBe('No new readings.');
  });

  test('say how many unreadable lines are listed', () => {
    expect(unreadableTitle(1)).toBe('1 line cannot be read and is skipped');
    expect(unreadableTitle(2400)).toBe('2,400 lines cannot be read and are skipped; the first 20');
  });
});

describe('the fields of a file', () => {
  test('ask for nothing while they are not edited', () => {
    expect(optionsOf(JOB, fieldsOf(JOB))).toEqual({ columns: [] });
    expect(isEdited(JOB, fieldsOf(JOB))).toBe(false);
  });

  test('change what is edited, and keep other choices with their units', () => {
    const options: ImportJob['options'] = {
      date_order: 'dmy',
      columns: [{ column: 3, channel: 'usb/E1/pressure', unit: 'kPa' }],
    };
    const job = { ...JOB, options, columns: [column({}), column({ column: 3, channel: null })] };
    const fields = fieldsOf(job);
    expect(fields.channels.get(3)).toBe('usb/E1/pressure');
    const edited = { ...fields, timeZone: ' Asia/Tokyo ', channels: new Map(fields.channels).set(2, ' ') };
    expect(isEdited(job, edited)).toBe(true);
    expect(optionsOf(job, edited)).toEqual({
      time_zone: 'Asia/Tokyo',
      date_order: 'dmy',
      columns: [
        { column: 3, channel: 'usb/E1/pressure', unit: 'kPa' },
        { column: 2, channel: null },
      ],
    });
  });

  test('are those that the file does not set itself', () => {
    const none = { timeZone: false, dateOrder: false, device: false };
    expect(shownFields(JOB)).toEqual(none);
    expect(shownFields({ ...JOB, columns: [column({ problem: 'no device is named' })] })).toEqual({
      ...none,
      device: true,
    });
    expect(shownFields({ ...JOB, state: 'unreadable', format: null })).toMatchObject({
      timeZone: true,
      dateOrder: true,
    });
    expect(isChoice(JOB, column({}))).toBe(false);
    expect(isChoice(JOB, column({ channel: null }))).toBe(true);
    expect(isChoice(JOB, column({ channel: null, column: null }))).toBe(false);
    expect(isChoice({ ...JOB, options: { columns: [{ column: 2, channel: null }] } }, column({}))).toBe(true);
  });
});
