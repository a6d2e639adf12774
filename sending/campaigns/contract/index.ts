export type * from './campaign';
export type * from './campaigns';
export type * from './dry-run';
export type * from './kept';
export type * from './plan';
export type * from './recipient';
export type * from './report';
export type * from './send-due';
