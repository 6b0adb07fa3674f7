/** The functions over time: each has a state, which every push of the formula moves on. */
import { type Aggregate, MAXIMUM, MINIMUM, MOMENTS, REGRESSION } from './aggregates.ts';
import { Integral, type IntegralState } from './integral.ts';
import { ACTIVATION_ENERGY_KJ, DURATION_S } from './limits.ts';
import { Window } from './window.ts';

export interface OverTimeState {
  /** @param value NaN: none */
  push: (at: number, value: number) => number;
  /** Only of an integral. */
  integral?: Integral;
}

/** A constant parameter after the first, with its range. */
export interface ConstantParameter {
  name: string;
  unit: string;
  min: number;
  max: number;
}

export type OverTimeFunction =
  | {
      kind: 'window';
      parameters: readonly ConstantParameter[];
      /** How many parameters may be left out. */
      optional: number;
      /** Of the duration in seconds, and the other constant parameters. */
      create: (duration: number, ...others: number[]) => OverTimeState;
    }
  | {
      kind: 'integral';
      /** Whether it has a second parameter, which is subtracted. */
      aboveLimit: boolean;
      create: (state: IntegralState | undefined) => OverTimeState;
    };

const DURATION: ConstantParameter = { name: 'duration', unit: 's', ...DURATION_S };

/** Gas constant in kJ/(mol K), and activation energy in kJ/mol, of USP <1079>: their quotient is 10,000 K. */
const GAS_CONSTANT = 0.0083144;
const ACTIVATION_ENERGY = 83.144;
const KELVIN = 273.15;
/** Keeps the exponents small; it cancels out. */
const REFERENCE_K = 298.15;

function windowOf(aggregate: Aggregate, result: (numbers: Float64Array) => number): OverTimeFunction {
  const create = (duration: number): OverTimeState => {
    const window = new Window(aggregate, duration * 1000);
    return {
      push: (at, value) => {
        const numbers = window.push(at, value);
        return numbers ? result(numbers) : Number.NaN;
      },
    };
  };
  return { kind: 'window', parameters: [DURATION], optional: 0, create };
}

const first = ([value = Number.NaN]: Float64Array): number => value;

/** USP <1079>: T = (H / R) / -ln(mean of exp(-H / (R Ti))), temperatures in kelvins. */
function createMeanKineticTemperature(duration: number, energy = ACTIVATION_ENERGY): OverTimeState {
  const factor = energy / GAS_CONSTANT;
  const window = new Window(MOMENTS, duration * 1000);
  return {
    push: (at, celsius) => {
      const kelvin = celsius + KELVIN;
      const numbers = window.push(at, kelvin > 0 ? Math.exp(factor * (1 / REFERENCE_K - 1 / kelvin)) : Number.NaN);
      const mean = numbers?.[1] ?? Number.NaN;
      return mean > 0 ? 1 / (1 / REFERENCE_K - Math.log(mean) / factor) - KELVIN : Number.NaN;
    },
  };
}

function integralOf(options: { aboveZero: boolean }, seconds: number): OverTimeFunction {
  const create = (state: IntegralState | undefined): OverTimeState => {
    const integral = new Integral(state, options);
    return { integral, push: (at, value) => integral.push(at, value) / seconds };
  };
  return { kind: 'integral', aboveLimit: options.aboveZero, create };
}

const FUNCTIONS = {
  mean_over: windowOf(MOMENTS, ([, mean = Number.NaN]) => mean),
  min_over: windowOf(MINIMUM, first),
  max_over: windowOf(MAXIMUM, first),
  stddev_over: windowOf(MOMENTS, ([count = 0, , squares = 0]) =>
    count > 1 ? Math.sqrt(squares / (count - 1)) : Number.NaN,
  ),
  rate: windowOf(REGRESSION, ([, , , squares = 0, products = 0]) => (squares > 0 ? products / squares : Number.NaN)),
  integral: integralOf({ aboveZero: false }, 1),
  degree_hours: integralOf({ aboveZero: true }, 3600),
  mkt: {
    kind: 'window',
    parameters: [DURATION, { name: 'energy', unit: 'kJ/mol', ...ACTIVATION_ENERGY_KJ }],
    optional: 1,
    create: createMeanKineticTemperature,
  },
} as const satisfies Record<string, OverTimeFunction>;

export const OVER_TIME_FUNCTIONS: ReadonlyMap<string, OverTimeFunction> = new Map(Object.entries(FUNCTIONS));
