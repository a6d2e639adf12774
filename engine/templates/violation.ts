/** A rule of the interface that a template's definition breaks. */
export interface Violation {
	/** Where in the definition, for example `components[1].buttons[0].url`. */
	path: string;
	/** The rule's name, for example `quick-replies-together`. */
	rule: string;
	/** An `error` is refused or rejected; a `warning` is for the platform alone to judge. */
	severity: 'error' | 'warning';
	/** A sentence that says what is wrong, and how to mend it. */
	message: string;
}
