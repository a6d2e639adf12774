/** What of `dist/` is built apart. */
type Part = 'code' | 'declarations';
type Entries = Readonly<Record<string, { look: string; hash: string }>>;

export function readSources(): Entries;
export function noteBuild(part: Part, builtFrom: Entries): void;
export function isBuilt(part: Part): boolean;
