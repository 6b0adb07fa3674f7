/** Choosing the units that readings are shown in. */
export { UnitsForm, UnitsMenu } from './units-menu.tsx';
