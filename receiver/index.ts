export * from './receive-delivery';
export * from './registration';
