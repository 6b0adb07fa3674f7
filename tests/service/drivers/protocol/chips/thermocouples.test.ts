import { describe, expect, test } from 'vitest';
import {
  TYPE_E,
  TYPE_J,
  TYPE_K,
  TYPE_N,
  TYPE_T,
} from '../../../../../service/drivers/protocol/chips/thermocouples/base-metals.ts';
import { TYPE_B, TYPE_R, TYPE_S } from '../../../../../service/drivers/protocol/chips/thermocouples/noble-metals.ts';
import {
  celsiusOf,
  millivolts,
  type ThermocoupleTable,
} from '../../../../../service/drivers/protocol/chips/thermocouples/table.ts';

const TABLES = { K: TYPE_K, J: TYPE_J, N: TYPE_N, E: TYPE_E, T: TYPE_T, B: TYPE_B, S: TYPE_S, R: TYPE_R } as const;
type Type = keyof typeof TABLES;

/** The printed tables of the NIST ITS-90 database: °C, and mV to the microvolt. */
const PRINTED: Readonly<Record<Type, readonly (readonly [celsius: number, millivolts: number])[]>> = {
  K: [
    [-270, -6.458],
    [-200, -5.891],
    [-100, -3.554],
    [0, 0],
    [25, 1],
    [100, 4.096],
    [500, 20.644],
    [1000, 41.276],
    [1372, 54.886],
  ],
  J: [
    [-210, -8.095],
    [-100, -4.633],
    [0, 0],
    [100, 5.269],
    [500, 27.393],
    [760, 42.919],
    [1000, 57.953],
    [1200, 69.553],
  ],
  N: [
    [-270, -4.345],
    [-200, -3.99],
    [-100, -2.407],
    [0, 0],
    [100, 2.774],
    [500, 16.748],
    [600, 20.613],
    [1000, 36.256],
    [1300, 47.513],
  ],
  E: [
    [-270, -9.835],
    [-200, -8.825],
    [-100, -5.237],
    [0, 0],
    [100, 6.319],
    [500, 37.005],
    [1000, 76.373],
  ],
  T: [
    [-270, -6.258],
    [-250, -6.18],
    [-200, -5.603],
    [-100, -3.379],
    [0, 0],
    [100, 4.279],
    [200, 9.288],
    [400, 20.872],
  ],
  B: [
    [0, 0],
    [100, 0.033],
    [250, 0.291],
    [500, 1.242],
    [700, 2.431],
    [1000, 4.834],
    [1500, 10.099],
    [1820, 13.82],
  ],
  S: [
    [-50, -0.236],
    [0, 0],
    [100, 0.646],
    [250, 1.874],
    [500, 4.233],
    [1000, 9.587],
    [1200, 11.951],
    [1500, 15.582],
    [1768, 18.693],
  ],
  R: [
    [-50, -0.226],
    [0, 0],
    [100, 0.647],
    [250, 1.923],
    [500, 4.471],
    [1000, 10.506],
    [1200, 13.228],
    [1500, 17.451],
    [1768, 21.101],
  ],
};

/** The published polynomials at points of each of their ranges, computed with 40 digits. */
const COMPUTED: Readonly<
  Record<Type, { direct: readonly (readonly [number, number])[]; inverse: readonly (readonly [number, number])[] }>
> = {
  K: {
    direct: [
      [-270, -6.457737953],
      [-202.5, -5.928970594],
      [344.25, 14.052319303],
      [1377, 55.05563193],
    ],
    inverse: [
      [-5.772, -192.524736095],
      [-3.534, -99.348784801],
      [0.413, 10.357556194],
      [8.258, 202.970980318],
      [20.644, 499.980489555],
      [21.332, 516.126224633],
      [34.408, 827.738010784],
      [55.054, 1377.029790778],
    ],
  },
  J: {
    direct: [
      [-210, -8.095379649],
      [32.5, 1.666779077],
      [760, 42.918641333],
      [870, 49.989071108],
      [1200, 69.553179788],
    ],
    inverse: [
      [-7.932, -201.971001758],
      [-4.856, -105.47067441],
      [0.858, 16.833978329],
      [17.168, 315.197301345],
      [42.919, 760.043104013],
      [43.452, 768.319322802],
      [53.572, 927.35327031],
      [69.551, 1199.925489479],
    ],
  },
  N: {
    direct: [
      [-270, -4.345135447],
      [-202.5, -4.014783716],
      [325, 10.23286353],
      [1300, 47.512772181],
    ],
    inverse: [
      [-3.909, -192.222186766],
      [-2.393, -99.341275028],
      [0.412, 15.759625393],
      [8.245, 268.759864356],
      [20.613, 599.983593943],
      [21.151, 613.793849137],
      [31.372, 874.425184637],
      [47.511, 1299.912274798],
    ],
  },
  E: {
    direct: [
      [-270, -9.834950856],
      [-202.5, -8.886600804],
      [250, 17.180565246],
      [1000, 76.372826454],
    ],
    inverse: [
      [-8.648, -193.209366193],
      [-5.294, -101.256232737],
      [1.527, 25.525643465],
      [30.548, 419.981214517],
      [76.371, 999.991148074],
    ],
  },
  T: {
    direct: [
      [-270, -6.257505038],
      [-202.5, -5.641873171],
      [100, 4.278518616],
      [400, 20.871970051],
    ],
    inverse: [
      [-5.49, -193.04439127],
      [-3.361, -99.376715218],
      [0.417, 10.683067096],
      [8.348, 182.132460277],
      [20.87, 399.942865687],
    ],
  },
  B: {
    direct: [
      [157.6538, 0.103497889],
      [630.615, 1.978373522],
      [927.9612, 4.195095817],
      [1820, 13.820279215],
    ],
    inverse: [
      [0.335, 266.710734637],
      [1.148, 481.030748981],
      [2.431, 700.040439097],
      [2.659, 732.855034733],
      [6.986, 1219.178486986],
      [13.818, 1819.789073696],
    ],
  },
  S: {
    direct: [
      [-50, -0.235555071],
      [228.545, 1.685575117],
      [1064.18, 10.334204389],
      [1214.26, 12.122218446],
      [1664.5, 17.535957202],
      [1690.4, 17.836935593],
      [1768.1, 18.693541327],
    ],
    inverse: [
      [-0.193, -39.682929761],
      [0.609, 94.942640701],
      [1.874, 250.056371438],
      [2.043, 269.040437534],
      [5.257, 601.795350612],
      [10.332, 1063.989532625],
      [10.476, 1076.237621719],
      [13.214, 1304.529637949],
      [17.536, 1664.503489941],
      [17.559, 1666.473378517],
      [17.998, 1704.436717485],
      [18.692, 1767.949017777],
    ],
  },
  R: {
    direct: [
      [-50, -0.226465188],
      [228.545, 1.725267887],
      [1064.18, 11.363744767],
      [1214.26, 13.426621821],
      [1664.5, 19.738829104],
      [1690.4, 20.092044354],
      [1768.1, 21.102702348],
    ],
    inverse: [
      [-0.182, -38.613832282],
      [0.634, 98.199570921],
      [1.923, 249.949781471],
      [2.112, 270.014373182],
      [5.698, 610.066970602],
      [11.361, 1063.975034119],
      [11.529, 1076.402292773],
      [14.712, 1305.913594666],
      [19.739, 1664.512595027],
      [19.766, 1666.483675059],
      [20.284, 1704.638949384],
      [21.101, 1767.960132769],
    ],
  },
};

/** How far the inverse is off, at most, by range of mV up to a border: °C below and above (the same database). */
const STATED: Readonly<Record<Type, readonly (readonly [upTo: number, below: number, above: number])[]>> = {
  K: [
    [0, -0.02, 0.04],
    [20.644, -0.05, 0.04],
    [99, -0.05, 0.06],
  ],
  J: [
    [0, -0.05, 0.03],
    [42.919, -0.04, 0.04],
    [99, -0.04, 0.03],
  ],
  N: [
    [0, -0.02, 0.03],
    [20.613, -0.02, 0.03],
    [99, -0.04, 0.02],
  ],
  E: [
    [0, -0.01, 0.03],
    [99, -0.02, 0.02],
  ],
  T: [
    [0, -0.02, 0.04],
    [99, -0.03, 0.03],
  ],
  B: [
    [2.431, -0.02, 0.03],
    [99, -0.02, 0.02],
  ],
  S: [
    [1.874, -0.02, 0.02],
    [10.332, -0.01, 0.01],
    [17.536, -0.0002, 0.0002],
    [99, -0.002, 0.002],
  ],
  R: [
    [1.923, -0.02, 0.02],
    [11.361, -0.005, 0.005],
    [19.739, -0.0005, 0.001],
    [99, -0.001, 0.002],
  ],
};

/** The ends of each reference function in °C; the upper one of type K is the maker's (docs/hardware.md#thermocouples). */
const ENDS: Readonly<Record<Type, readonly [low: number, high: number]>> = {
  K: [-270, 1377],
  J: [-210, 1200],
  N: [-270, 1300],
  E: [-270, 1000],
  T: [-270, 400],
  B: [0, 1820],
  S: [-50, 1768.1],
  R: [-50, 1768.1],
};

/** Where one published polynomial ends and the next begins, in °C and mV, and where the inverses begin, in °C. */
const BORDERS: Readonly<
  Record<Type, { direct: number[]; inverse: number[]; inverseFrom: number; uniqueFrom: number }>
> = {
  K: { direct: [0], inverse: [0, 20.644], inverseFrom: -200, uniqueFrom: -270 },
  J: { direct: [760], inverse: [0, 42.919], inverseFrom: -210, uniqueFrom: -210 },
  N: { direct: [0], inverse: [0, 20.613], inverseFrom: -200, uniqueFrom: -270 },
  E: { direct: [0], inverse: [0], inverseFrom: -200, uniqueFrom: -270 },
  T: { direct: [0], inverse: [0], inverseFrom: -200, uniqueFrom: -270 },
  B: { direct: [630.615], inverse: [2.431], inverseFrom: 250, uniqueFrom: 43 },
  S: { direct: [1064.18, 1664.5], inverse: [1.874, 10.332, 17.536], inverseFrom: -50, uniqueFrom: -50 },
  R: { direct: [1064.18, 1664.5], inverse: [1.923, 11.361, 19.739], inverseFrom: -50, uniqueFrom: -50 },
};

/** Where one polynomial ends and the next begins. */
function limitsOf(pieces: ThermocoupleTable['direct']): number[] {
  return pieces.flatMap(({ upTo }) => upTo ?? []);
}

describe.each(Object.keys(TABLES) as Type[])('type %s', (type) => {
  const table = TABLES[type];

  test.each(PRINTED[type])('has %d °C at %d mV in the printed table', (celsius, voltage) => {
    expect(Math.abs(millivolts(table, celsius) - voltage)).toBeLessThan(0.000_501);
  });

  test.each(COMPUTED[type].direct)('at %d °C the reference function is %d mV', (celsius, voltage) => {
    expect(millivolts(table, celsius)).toBeCloseTo(voltage, 8);
  });

  test.each(COMPUTED[type].inverse)('at %d mV the inverse is %d °C', (voltage, celsius) => {
    expect(celsiusOf(table, voltage)).toBeCloseTo(celsius, 7);
  });

  test('there and back is within what is stated of the inverse; where there is none, exact', () => {
    const [highest = 0] = PRINTED[type].at(-1) ?? [];
    for (let celsius = table.uniqueFrom; celsius <= highest; celsius += 0.37) {
      const voltage = millivolts(table, celsius);
      const error = celsiusOf(table, voltage) - celsius;
      const stated = STATED[type].find(([upTo]) => voltage <= upTo);
      const [below, above] = celsius < table.inverseFrom ? [-1e-7, 1e-7] : [stated?.[1] ?? 0, stated?.[2] ?? 0];
      // What is stated is rounded to its last digit.
      const slack = celsius < table.inverseFrom ? 0 : 0.5 * (Math.abs(above) < 0.01 ? 0.0005 : 0.01);
      expect(error, `${celsius} °C`).toBeGreaterThan(below - slack);
      expect(error, `${celsius} °C`).toBeLessThan(above + slack);
    }
  });

  test('rises, and has no steps where its ranges meet', () => {
    let last = millivolts(table, table.uniqueFrom);
    for (let celsius = table.uniqueFrom + 0.25; celsius <= table.high; celsius += 0.25) {
      const voltage = millivolts(table, celsius);
      expect(voltage, `${celsius} °C`).toBeGreaterThan(last);
      expect(voltage - last, `${celsius} °C`).toBeLessThan(0.025);
      last = voltage;
    }
    for (const upTo of limitsOf(table.direct)) {
      expect(millivolts(table, upTo + 1e-9)).toBeCloseTo(millivolts(table, upTo), 5);
    }
  });

  test('changes from one polynomial to the next where it is published', () => {
    const { direct, inverse, inverseFrom, uniqueFrom } = table;
    expect({ direct: limitsOf(direct), inverse: limitsOf(inverse), inverseFrom, uniqueFrom }).toEqual(BORDERS[type]);
  });

  test('ends where its range ends', () => {
    const [low, high] = ENDS[type];
    expect([table.low, table.high]).toEqual([low, high]);
    expect(millivolts(table, low - 0.001)).toBeNaN();
    expect(millivolts(table, high + 0.001)).toBeNaN();
    expect(millivolts(table, Number.NaN)).toBeNaN();
    expect(celsiusOf(table, millivolts(table, high) + 0.000_01)).toBeNaN();
    expect(celsiusOf(table, millivolts(table, table.uniqueFrom) - 0.000_01)).toBeNaN();
    expect(celsiusOf(table, Number.NaN)).toBeNaN();
    expect(celsiusOf(table, millivolts(table, high))).toBeCloseTo(high, 0);
    expect(celsiusOf(table, millivolts(table, table.uniqueFrom))).toBeCloseTo(table.uniqueFrom, 1);
  });
});
