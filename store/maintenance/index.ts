export type { RestoreSteps } from './after-restore';
export { backUpStore } from './backup-store';
export type { Backup } from './backup-store';
export { checkStore } from './check-store';
export type { StoreCheck } from './check-store';
export type { Checked, Finding } from './finding';
export { restoreStore } from './restore-store';
export { assertExists } from './with-standing-store';
export { storeAddress } from '../store-address';
