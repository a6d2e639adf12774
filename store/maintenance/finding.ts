/** Something that a check found. */
export interface Finding {
	/** A problem is damage, or stops something for good. A warning is worth a look. */
	severity: 'problem' | 'warning';
	/** What it means, and what to do: a sentence. */
	text: string;
	/** How many rows it is about. */
	count: number;
	/** What tells some of these rows: keys and ids, which can contain phone numbers. */
	examples: string[];
}

/** How many rows are named. */
export const EXAMPLES = 3;

/** One of the things that are checked. */
export interface Checked {
	name: 'integrity' | 'schema' | 'references' | 'leases' | 'states' | 'counters' | 'refold';
	/** What it looks at. */
	looksAt: string;
	findings: Finding[];
}
