export * from './receive-delivery';
export * from './registration';
export * from './replace-webhook';
export { COPY_HEADER, copiesGoTo } from './test-copies';
