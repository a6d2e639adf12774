export * from '../sending';
