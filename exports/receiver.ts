export * from '../receiver';
