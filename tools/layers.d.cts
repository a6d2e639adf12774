/** Folders that make one layer, what it is, and which others it may import. */
interface Layer {
	folders: readonly string[];
	is: string;
	imports: readonly string[] | 'all';
}

export const LAYERS: readonly Layer[];
export const KNOWS_N8N: readonly string[];
export const UNPUBLISHED: readonly string[];
