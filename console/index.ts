export type { Runtime } from '../base';
export { startConsole } from './start-console';
export type { Console, ConsoleOptions } from './start-console';
