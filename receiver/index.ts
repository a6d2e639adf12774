export * from './receive-delivery';
