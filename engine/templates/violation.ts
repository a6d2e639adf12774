/** A rule of the interface that a template's definition breaks. */
export interface Violation {
	/** Where in the definition, for example `components[1].buttons[0].url`. */
	path: string;
	/** The rule's name, for example `quick-replies-together`. */
	rule: string;
	/** An `error` is always refused or rejected; for a `warning`, only the platform can decide. */
	severity: 'error' | 'warning';
	/** A sentence that says what is wrong and how to fix it. */
	message: string;
}
