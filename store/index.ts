export type { Runtime } from '../base';
export { openStore } from './open-store';
