import type { Conditions, FactCatalogue, FactsOf, Rule } from '../../../rules';

/** The facts of a library that decides whether a book may be lent. */
export const library = {
	member: {
		type: 'text',
		label: 'Member',
		description: 'Who wants the book.',
		values: ['adult', 'child', 'guest'],
	},
	title: { type: 'text', label: 'Title', description: 'The title of the book.' },
	shelf: { type: 'text', label: 'Shelf', description: 'Where it is.', values: ['open', 'closed', 'none'] },
	isReserved: { type: 'boolean', label: 'Is reserved', description: 'Whether somebody reserved the book.' },
	copies: { type: 'number', label: 'Copies', description: 'How many copies are in.' },
	reservations: { type: 'number', label: 'Reservations', description: 'How many wait for it.' },
	dueAt: { type: 'time', label: 'Due at', description: 'When the last copy comes back; 0 if none is out.' },
	overdueFor: { type: 'duration', label: 'Overdue for', description: 'How long a copy has been overdue.' },
	openingTime: { type: 'localTime', label: 'Local time', description: 'What the clock in the hall shows.' },
	openingDay: { type: 'weekday', label: 'Day', description: 'What the calendar in the hall shows.' },
	openingDate: { type: 'date', label: 'Date', description: 'What the calendar in the hall shows.' },
	loans: { type: 'occurrences', label: 'Loans', description: 'How long ago each book was lent.' },
	now: { type: 'time', label: 'Now', description: 'When it is asked.' },
	timeZones: { type: 'text', label: 'Time zones', description: 'Where the library is.' },
} as const satisfies FactCatalogue;

export type LibraryFacts = FactsOf<typeof library>;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOON = Date.UTC(2026, 2, 1, 12);

/** An adult asks for a book of which two copies stand on an open shelf, at noon. */
export const AT_NOON: LibraryFacts = {
	member: 'adult',
	title: 'Momo',
	shelf: 'open',
	isReserved: false,
	copies: 2,
	reservations: 0,
	dueAt: 0,
	overdueFor: 0,
	openingTime: '12:00',
	openingDay: 'Sunday',
	openingDate: '2026-03-01',
	loans: [],
	now: NOON,
	timeZones: 'Etc/UTC',
};

export interface Answer {
	lend: boolean;
}

/** A rule of the library. */
export const rule = (
	name: string,
	conditions: Conditions,
	more: Partial<Rule<Answer>> = {},
): Rule<Answer> => ({ name, conditions, event: { lend: true }, ...more });
