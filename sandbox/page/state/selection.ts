import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The parts of the right-hand side, in their order. */
export const sections = ['webhooks', 'templates', 'agent', 'groups', 'bill', 'faults', 'connect'] as const;
export type Section = (typeof sections)[number];

export interface Focus {
	readonly on: 'chat' | 'message';
}

/**
 * What the person looks at. `conversation` is the open chat's key, and `focus` what of it has the focus: the chat of a
 * customer who was just added, and where to write if it was opened by mouse. A narrow screen shows one `side` at a time: the customers' phones, or the gateway.
 */
export interface Selection {
	readonly conversation: string | undefined;
	/** Another object each time a chat is opened. */
	readonly focus: Focus | undefined;
	readonly section: Section;
	readonly side: 'phones' | 'gateway';
	open(conversation: string | undefined, focusOn?: Focus['on']): void;
	show(section: Section): void;
	turnTo(side: Selection['side']): void;
}

export const SelectionContext = createContext<Selection | undefined>(undefined);

/** What the person looks at, and how to look at something else. */
export function useSelection(): Selection {
	const selection = useContext(SelectionContext);
	if (selection === undefined) throw new Error('there is no selection here');
	return selection;
}
