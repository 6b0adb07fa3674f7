/** Lines with their checksums, as published (docs/hardware.md#vcp-checksum): nothing here was computed. */

/** PTH450-CAL, E24638: 102466 Pa, 24.87 C, 66.81 %. */
export const PTH_CAL = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d';
/** PTH450, E18890, with upper-case digits as older instruments print them. */
export const PTH = 'D,VCP-PTH450,E18890,,101182,Pa,24.8344,C,59.8779,%,*3FB5';
/** TMC100k, E24640: 23.512 C, cold junction 24.031 C. */
export const TMC = 'D,VCP-TMC100k,E24640,,23.512,C,24.031,C,*b219';
/** The header of the first two. */
export const PTH_HEADER =
  'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd';
/** What an instrument answers to a command. */
export const ECHO = 'I,VCP-PTH450-CAL,E24638,Poll interval set to 1000 ms,*cdea';

/** The first with a check sum that does not fit. */
export const PTH_CAL_DAMAGED = PTH_CAL.replace('24.87', '24.97');
