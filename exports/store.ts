export * from '../store';
