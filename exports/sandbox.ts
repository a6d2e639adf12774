export * from '../sandbox';
