/**
 * Thermocouples of base metals: coefficients of the reference functions and of their approximate inverses, as published
 * in the NIST ITS-90 thermocouple database (SRD 60, Monograph 175).
 */
import type { ThermocoupleTable } from './table.ts';

/**
 * Type K: chromel and alumel. The reference function ends at 1372 °C, the manufacturer's range at 1377 °C. The
 * manufacturer's lower end of -275 °C is below absolute zero (docs/hardware.md#thermocouples).
 */
export const TYPE_K: ThermocoupleTable = {
  low: -270,
  high: 1377,
  uniqueFrom: -270,
  inverseFrom: -200,
  direct: [
    {
      upTo: 0,
      coefficients: [
        0, 3.9450128025e-2, 2.3622373598e-5, -3.2858906784e-7, -4.9904828777e-9, -6.7509059173e-11, -5.7410327428e-13,
        -3.1088872894e-15, -1.0451609365e-17, -1.9889266878e-20, -1.6322697486e-23,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        -1.7600413686e-2, 3.8921204975e-2, 1.8558770032e-5, -9.9457592874e-8, 3.1840945719e-10, -5.6072844889e-13,
        5.6075059059e-16, -3.2020720003e-19, 9.7151147152e-23, -1.2104721275e-26,
      ],
    },
  ],
  inverse: [
    {
      upTo: 0,
      coefficients: [
        0, 2.5173462e1, -1.1662878, -1.0833638, -8.977354e-1, -3.7342377e-1, -8.6632643e-2, -1.0450598e-2,
        -5.1920577e-4,
      ],
    },
    {
      upTo: 20.644,
      coefficients: [
        0, 2.508355e1, 7.860106e-2, -2.503131e-1, 8.31527e-2, -1.228034e-2, 9.804036e-4, -4.41303e-5, 1.057734e-6,
        -1.052755e-8,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [-1.318058e2, 4.830222e1, -1.646031, 5.464731e-2, -9.650715e-4, 8.802193e-6, -3.11081e-8],
    },
  ],
  ordering: { a0: 0.1185976, a1: -1.183432e-4, a2: 126.9686 },
};

/** Type J: iron and constantan. */
export const TYPE_J: ThermocoupleTable = {
  low: -210,
  high: 1200,
  uniqueFrom: -210,
  inverseFrom: -210,
  direct: [
    {
      upTo: 760,
      coefficients: [
        0, 5.0381187815e-2, 3.047583693e-5, -8.568106572e-8, 1.3228195295e-10, -1.7052958337e-13, 2.0948090697e-16,
        -1.2538395336e-19, 1.5631725697e-23,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        2.9645625681e2, -1.4976127786, 3.1787103924e-3, -3.1847686701e-6, 1.5720819004e-9, -3.0691369056e-13,
      ],
    },
  ],
  inverse: [
    {
      upTo: 0,
      coefficients: [
        0, 1.9528268e1, -1.2286185, -1.0752178, -5.9086933e-1, -1.7256713e-1, -2.8131513e-2, -2.396337e-3,
        -8.3823321e-5,
      ],
    },
    {
      upTo: 42.919,
      coefficients: [0, 1.978425e1, -2.001204e-1, 1.036969e-2, -2.549687e-4, 3.585153e-6, -5.344285e-8, 5.09989e-10],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [-3.11358187e3, 3.00543684e2, -9.9477323, 1.7027663e-1, -1.43033468e-3, 4.73886084e-6],
    },
  ],
};

/** Type N: nicrosil and nisil. */
export const TYPE_N: ThermocoupleTable = {
  low: -270,
  high: 1300,
  uniqueFrom: -270,
  inverseFrom: -200,
  direct: [
    {
      upTo: 0,
      coefficients: [
        0, 2.6159105962e-2, 1.0957484228e-5, -9.3841111554e-8, -4.6412039759e-11, -2.6303357716e-12, -2.2653438003e-14,
        -7.6089300791e-17, -9.3419667835e-20,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        0, 2.5929394601e-2, 1.571014188e-5, 4.3825627237e-8, -2.5261169794e-10, 6.4311819339e-13, -1.0063471519e-15,
        9.9745338992e-19, -6.0863245607e-22, 2.0849229339e-25, -3.0682196151e-29,
      ],
    },
  ],
  inverse: [
    {
      upTo: 0,
      coefficients: [
        0, 3.8436847e1, 1.1010485, 5.2229312, 7.2060525, 5.8488586, 2.7754916, 7.7075166e-1, 1.1582665e-1, 7.3138868e-3,
      ],
    },
    {
      upTo: 20.613,
      coefficients: [0, 3.86896e1, -1.08267, 4.70205e-2, -2.12169e-6, -1.17272e-4, 5.3928e-6, -7.98156e-8],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [1.972485e1, 3.300943e1, -3.915159e-1, 9.855391e-3, -1.274371e-4, 7.767022e-7],
    },
  ],
};

/** Type E: chromel and constantan. */
export const TYPE_E: ThermocoupleTable = {
  low: -270,
  high: 1000,
  uniqueFrom: -270,
  inverseFrom: -200,
  direct: [
    {
      upTo: 0,
      coefficients: [
        0, 5.8665508708e-2, 4.5410977124e-5, -7.7998048686e-7, -2.5800160843e-8, -5.9452583057e-10, -9.3214058667e-12,
        -1.0287605534e-13, -8.0370123621e-16, -4.3979497391e-18, -1.6414776355e-20, -3.9673619516e-23,
        -5.5827328721e-26, -3.4657842013e-29,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        0, 5.866550871e-2, 4.5032275582e-5, 2.8908407212e-8, -3.3056896652e-10, 6.502440327e-13, -1.9197495504e-16,
        -1.2536600497e-18, 2.1489217569e-21, -1.4388041782e-24, 3.5960899481e-28,
      ],
    },
  ],
  inverse: [
    {
      upTo: 0,
      coefficients: [
        0, 1.6977288e1, -4.351497e-1, -1.5859697e-1, -9.2502871e-2, -2.6084314e-2, -4.1360199e-3, -3.403403e-4,
        -1.156489e-5,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        0, 1.7057035e1, -2.3301759e-1, 6.5435585e-3, -7.3562749e-5, -1.7896001e-6, 8.4036165e-8, -1.3735879e-9,
        1.0629823e-11, -3.2447087e-14,
      ],
    },
  ],
};

/** Type T: copper and constantan. */
export const TYPE_T: ThermocoupleTable = {
  low: -270,
  high: 400,
  uniqueFrom: -270,
  inverseFrom: -200,
  direct: [
    {
      upTo: 0,
      coefficients: [
        0, 3.8748106364e-2, 4.4194434347e-5, 1.1844323105e-7, 2.0032973554e-8, 9.0138019559e-10, 2.2651156593e-11,
        3.6071154205e-13, 3.8493939883e-15, 2.8213521925e-17, 1.4251594779e-19, 4.8768662286e-22, 1.079553927e-24,
        1.3945027062e-27, 7.9795153927e-31,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [
        0, 3.8748106364e-2, 3.329222788e-5, 2.0618243404e-7, -2.1882256846e-9, 1.0996880928e-11, -3.0815758772e-14,
        4.547913529e-17, -2.7512901673e-20,
      ],
    },
  ],
  inverse: [
    {
      upTo: 0,
      coefficients: [
        0, 2.5949192e1, -2.1316967e-1, 7.9018692e-1, 4.2527777e-1, 1.3304473e-1, 2.0241446e-2, 1.2668171e-3,
      ],
    },
    {
      upTo: Number.POSITIVE_INFINITY,
      coefficients: [0, 2.5928e1, -7.602961e-1, 4.637791e-2, -2.165394e-3, 6.048144e-5, -7.293422e-7],
    },
  ],
};
