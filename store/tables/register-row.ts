import type { Register } from '../../engine/state/register';

/** A row of the table of registers. */
export interface RegisterRow {
	scope: string;
	subject: string;
	name: string;
	at: number;
	rank: number;
	id: string;
	value: string;
}

export const toRegister = ({
	at,
	rank,
	id,
	value,
}: Omit<RegisterRow, 'scope' | 'subject' | 'name'>): Register => ({
	at,
	rank,
	id,
	value: JSON.parse(value) as unknown,
});

export const toValues = ({ scope, subject, name, at, rank, id, value }: RegisterRow) => [
	...[scope, subject, name, at, rank, id],
	value,
];

/** The newest write wins, whatever order they come in. */
export const WRITE_REGISTER = `
	INSERT INTO register (scope, subject, name, at, rank, id, value) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (scope, subject, name) DO UPDATE
	SET at = excluded.at, rank = excluded.rank, id = excluded.id, value = excluded.value
	WHERE (excluded.at, excluded.rank, excluded.id) > (register.at, register.rank, register.id)`;

export const OF_SUBJECT = 'SELECT * FROM register WHERE scope = ? AND subject = ?';

export const OF_SUBJECTS = `
	SELECT register.* FROM (VALUES (?, ?)) AS asked
	JOIN register ON register.scope = asked.column1 AND register.subject = asked.column2`;

/** Tells what has several names apart. */
export const keyOf = (...parts: string[]) => JSON.stringify(parts);
