import type { Linter } from 'eslint';

declare const neverByChance: Linter.Config;
export = neverByChance;
