export type { Runtime } from '../base';
export { openStore } from './open-store';
export type { OpenStoreOptions } from './open-store';
