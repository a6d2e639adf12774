export * from './receive-delivery';
export * from './registration';
export * from './replace-webhook';
