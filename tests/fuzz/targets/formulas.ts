/** Any text as the formula of a computed channel, and any readings as its inputs. */
import {
  type Formula,
  FormulaError,
  formulaStateSchema,
  parseFormula,
} from '../../../service/computed/formula/index.ts';
import { must, type Target } from '../engine/target.ts';

/** The first bytes of an input are readings, the rest is the formula. */
const READINGS = 8;
const NUMBERS = [0, 1, -1, 2.5, 1e308, -1e308, 1e-300, null] as const;

/** Limits of docs/computed-channels.md#limits. */
const MAX_CHARACTERS = 4000;
const MAX_CHANNELS = 64;

/** Names of the language underneath: outside of channels, none is a name of a formula. */
const REFUSED = /\b(?:constructor|__proto__|prototype|toString|valueOf|this|null|undefined|true|false)\b/;

function formulaOf(text: string): Formula | undefined {
  try {
    return parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const { at, length, message } = error.problem;
    must(at >= 0 && length >= 0 && at + length <= text.length, `a place outside the text: ${at}, ${length}`);
    must(message.length > 0 && message.length <= 5000, `a message of ${message.length} characters`);
    return undefined;
  }
}

/** What a formula gives, at times that go on by what the bytes say. */
function resultsOf(formula: Formula, readings: Uint8Array): (number | null)[] {
  let going = formula.start();
  let at = 0;
  return [...readings].map((byte, index) => {
    at += byte * 100;
    if (byte === 0x7f) going.reset(at);
    const result = going.push(
      at,
      formula.inputs.map((_, input) => NUMBERS[(byte + input) % NUMBERS.length] ?? null),
    );
    must(result === null || Number.isFinite(result), `a result that is no finite number: ${result}`);
    const state = going.state();
    must((state !== undefined) === formula.hasIntegral, 'a state without an integral, or none of one');
    const saved = state && formulaStateSchema.parse(JSON.parse(JSON.stringify(state)));
    // Without windows, a run of the saved state continues.
    if (formula.memoryMs === 0 && index % 3 === 0) going = formula.start(saved);
    return result;
  });
}

function areSame(one: (number | null)[], other: (number | null)[]): boolean {
  return one.every((value, index) => Object.is(value, other[index]));
}

function run(input: Uint8Array): void {
  const readings = input.subarray(0, READINGS);
  const text = new TextDecoder().decode(input.subarray(READINGS));
  const formula = formulaOf(text);
  if (!formula) return;
  must(text.length <= MAX_CHARACTERS, `a formula of ${text.length} characters`);
  must(!REFUSED.test(text.replaceAll(/\[[^\]]*\]/g, '')), 'a name of the language underneath');
  must(formula.inputs.length <= MAX_CHANNELS, `${formula.inputs.length} channels`);
  const keys = new Set(formula.inputs.map(({ family, serial, channel }) => JSON.stringify([family, serial, channel])));
  must(keys.size === formula.inputs.length, 'a channel twice');
  const results = resultsOf(formula, readings);
  // Parentheses around the whole change nothing, unless they are one level or two characters too many.
  const grouped = formulaOf(`(${text})`);
  must(!grouped || areSame(resultsOf(grouped, readings), results), 'another result in parentheses');
}

export const target: Target = {
  covers: ['service/computed/formula/', 'node_modules/jsep/'],
  words: [
    '[usb/A/x]',
    '[gateway/B/y]',
    'mean_over(',
    'rate(',
    'integral(',
    'degree_hours(',
    'mkt(',
    'wet_bulb(',
    'median(',
    'round(',
    ', 60)',
    ' and ',
    'not ',
    '&&',
    '||',
    '? 1 : 2',
    '==',
    '^',
    '-',
    '1e999',
    '1e308',
    '0.5',
    'hour',
    'constructor',
    '__proto__',
    '((((((((',
    '.',
    '%2F',
  ],
  maxBytes: 4200,
  seeds: [
    '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008[usb/E24638/temperature] - dew_point([usb/E24638/temperature], [usb/E24638/relative_humidity])',
    '\u0001\u0010\u0003\u0020\u0005\u007f\u0007\u0008integral([usb/A/x]) + mkt([usb/A/y], 30 * day) ? -2 ^ 2 : not 1 > 2 and 3 % -4',
    '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008[usb/A/x] / [usb/A/y]',
    '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u00081e308 * 10 + max(1, 2.5, e) == [computed/c1/value]',
  ],
  open: () => ({ run }),
};
