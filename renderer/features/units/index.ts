/** Choosing the units that readings are shown in. */
export { UnitsMenu } from './units-menu.tsx';
