export type { Incident, Log } from './incidents';
export { logToStderr } from './incidents';
export type { ReceiverLimits } from './limits';
export * from './receive-delivery';
export * from './registration';
export * from './replace-webhook';
export type { ReceiverOptions } from './receiver-options';
export * from './start-receiver';
export { COPY_HEADER, copiesGoTo } from './test-copies';
