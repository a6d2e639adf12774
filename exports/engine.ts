export * from '../engine';
export { openStore } from '../store';
