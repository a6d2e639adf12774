export * from '../console';
