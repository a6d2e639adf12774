export * from '../gateway';
