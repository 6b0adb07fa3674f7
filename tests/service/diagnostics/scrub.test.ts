import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../service/diagnostics/diagnostics.ts';

const SECRET = 'p"a\\ss\nword.*';

describe('the last wall of a bundle', () => {
  test('takes secrets out, as they are and as JSON has them', () => {
    const scrub = createRedactor({ secrets: [SECRET], home: '/home/ada' });
    const text = scrub(`${SECRET} ${JSON.stringify({ secret: SECRET })} password.*`);
    expect(text).toBe('[secret] {"secret":"[secret]"} password.*');
  });

  test('takes the longer of two out whole, and leaves what is too short to be told', () => {
    const scrub = createRedactor({ secrets: ['123456', '123456789', 'abc'], home: '' });
    expect(scrub('123456789 123456 abc')).toBe('[secret] [secret] abc');
  });

  test('writes the home folder as ~, and no other that begins alike', () => {
    const scrub = createRedactor({ secrets: [], home: '/home/ada' });
    expect(scrub('/home/ada/x "/home/ada" /home/adam /home/ada.old /home/ada: gone')).toBe(
      '~/x "~" /home/adam /home/ada.old ~: gone',
    );
  });

  test('knows a home on Windows in JSON', () => {
    const home = String.raw`C:\Users\Ada`;
    const scrub = createRedactor({ secrets: [], home });
    expect(scrub(JSON.stringify({ folder: String.raw`C:\Users\Ada\Mensura` }))).toBe(
      String.raw`{"folder":"~\\Mensura"}`,
    );
  });

  test('leaves everything where a user has no home', () => {
    expect(createRedactor({ secrets: [], home: '/' })('/etc/x')).toBe('/etc/x');
  });
});
