/**
 * Thermocouples of noble metals: coefficients of the reference functions and of their approximate inverses, as
 * published in the NIST ITS-90 thermocouple database (SRD 60, Monograph 175).
 */
import type { ThermocoupleTable } from './table.ts';

/**
 * Type B: platinum with 30 % rhodium and platinum with 6 % rhodium. Below 42 °C two temperatures have the same voltage.
 *
 * Its reference function begins at 0 °C (NIST SRD 60), where a cold junction may read slightly less. Down to -1 °C the
 * function is continued: its curvature, 5.904e-6 mV/°C², makes 5.9 nV of the 252 nV there. Were the true curvature none or
 * twice that, the hot junction would be wrong by 5.9 nV over its own sensitivity: 0.023 °C at 43 °C (0.254 µV/°C),
 * 0.0023 °C at 250 °C, 0.0006 °C at 1000 °C; all less than the 0.06 °C of the inverse functions.
 */
export const TYPE_B: ThermocoupleTable = {
  low: 0,
  high: 1820,
  coldFrom: -1,
  uniqueFrom: 43,
  inverseFrom: 250,
  direct: [
    {
      upTo: 630.615,
      coefficients: [
        0, -2.4650818346e-4, 5.9040421171e-6, -1.3257931636e-9, 1.5668291901e-12, -1.694452924e-15, 6.2990347094e-19,
      ],
    },
    {
      coefficients: [
        -3.8938168621, 2.857174747e-2, -8.4885104785e-5, 1.5785280164e-7, -1.6835344864e-10, 1.1109794013e-13,
        -4.4515431033e-17, 9.8975640821e-21, -9.3791330289e-25,
      ],
    },
  ],
  inverse: [
    {
      upTo: 2.431,
      coefficients: [
        9.8423321e1, 6.99715e2, -8.4765304e2, 1.0052644e3, -8.3345952e2, 4.5508542e2, -1.5523037e2, 2.988675e1,
        -2.474286,
      ],
    },
    {
      coefficients: [
        2.1315071e2, 2.8510504e2, -5.2742887e1, 9.9160804, -1.2965303, 1.119587e-1, -6.0625199e-3, 1.8661696e-4,
        -2.4878585e-6,
      ],
    },
  ],
};

/** Type S: platinum with 10 % rhodium and platinum. */
export const TYPE_S: ThermocoupleTable = {
  low: -50,
  high: 1768.1,
  uniqueFrom: -50,
  inverseFrom: -50,
  direct: [
    {
      upTo: 1064.18,
      coefficients: [
        0, 5.40313308631e-3, 1.2593428974e-5, -2.32477968689e-8, 3.22028823036e-11, -3.31465196389e-14,
        2.55744251786e-17, -1.25068871393e-20, 2.71443176145e-24,
      ],
    },
    {
      upTo: 1664.5,
      coefficients: [1.32900444085, 3.34509311344e-3, 6.54805192818e-6, -1.64856259209e-9, 1.29989605174e-14],
    },
    {
      coefficients: [1.46628232636e2, -2.58430516752e-1, 1.63693574641e-4, -3.30439046987e-8, -9.43223690612e-15],
    },
  ],
  inverse: [
    {
      upTo: 1.874,
      coefficients: [
        0, 1.8494946e2, -8.00504062e1, 1.0223743e2, -1.52248592e2, 1.88821343e2, -1.59085941e2, 8.2302788e1,
        -2.34181944e1, 2.7978626,
      ],
    },
    {
      upTo: 10.332,
      coefficients: [
        1.291507177e1, 1.466298863e2, -1.534713402e1, 3.145945973, -4.163257839e-1, 3.187963771e-2, -1.2916375e-3,
        2.183475087e-5, -1.447379511e-7, 8.211272125e-9,
      ],
    },
    {
      upTo: 17.536,
      coefficients: [-8.087801117e1, 1.621573104e2, -8.536869453, 4.719686976e-1, -1.441693666e-2, 2.08161889e-4],
    },
    {
      coefficients: [5.333875126e4, -1.235892298e4, 1.092657613e3, -4.265693686e1, 6.24720542e-1],
    },
  ],
};

/** Type R: platinum with 13 % rhodium and platinum. */
export const TYPE_R: ThermocoupleTable = {
  low: -50,
  high: 1768.1,
  uniqueFrom: -50,
  inverseFrom: -50,
  direct: [
    {
      upTo: 1064.18,
      coefficients: [
        0, 5.28961729765e-3, 1.39166589782e-5, -2.38855693017e-8, 3.56916001063e-11, -4.62347666298e-14,
        5.00777441034e-17, -3.73105886191e-20, 1.57716482367e-23, -2.81038625251e-27,
      ],
    },
    {
      upTo: 1664.5,
      coefficients: [
        2.95157925316, -2.52061251332e-3, 1.59564501865e-5, -7.64085947576e-9, 2.05305291024e-12, -2.93359668173e-16,
      ],
    },
    {
      coefficients: [1.52232118209e2, -2.68819888545e-1, 1.71280280471e-4, -3.45895706453e-8, -9.34633971046e-15],
    },
  ],
  inverse: [
    {
      upTo: 1.923,
      coefficients: [
        0, 1.889138e2, -9.383529e1, 1.3068619e2, -2.270358e2, 3.5145659e2, -3.89539e2, 2.8239471e2, -1.2607281e2,
        3.1353611e1, -3.3187769,
      ],
    },
    {
      upTo: 11.361,
      coefficients: [
        1.334584505e1, 1.472644573e2, -1.844024844e1, 4.031129726, -6.24942836e-1, 6.468412046e-2, -4.458750426e-3,
        1.994710149e-4, -5.31340179e-6, 6.481976217e-8,
      ],
    },
    {
      upTo: 19.739,
      coefficients: [-8.199599416e1, 1.553962042e2, -8.342197663, 4.279433549e-1, -1.19157791e-2, 1.492290091e-4],
    },
    {
      coefficients: [3.406177836e4, -7.023729171e3, 5.582903813e2, -1.952394635e1, 2.560740231e-1],
    },
  ],
};
