import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';

/** systemd's rule for users with a local session has this number; a tag set later has no effect. */
const SEAT_RULES = 73;

const FOLDER = join(ROOT, 'build/udev');
const [file = ''] = readdirSync(FOLDER);

/** The rules for devices. */
const rules = readFileSync(join(FOLDER, file), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('SUBSYSTEM=='));

describe('the udev rule', () => {
  test('comes before the rules of the seat', () => {
    expect(Number.parseInt(file, 10)).toBeLessThan(SEAT_RULES);
  });

  test('lets whoever sits at the computer open an instrument, in both modes', () => {
    expect(rules.map((rule) => /^SUBSYSTEM=="(\w+)"/.exec(rule)?.[1])).toEqual(['usb', 'usb', 'tty']);
    for (const rule of rules) expect(rule).toMatch(/, TAG\+="uaccess"$/);
  });

  test('has a group for a service without a seat', () => {
    for (const rule of rules.filter((line) => line.includes('"usb"'))) {
      expect(rule).toContain('MODE="0660", GROUP="plugdev"');
    }
  });
});
