export { UnitsForm, UnitsMenu } from './units-menu.tsx';
