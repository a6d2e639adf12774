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
	/** Counts if it is later than `at`: a version that doesn't know the column leaves it as it was. */
	dated_at: number | null;
}

export const toRegister = ({
	at,
	rank,
	id,
	value,
	dated_at,
}: Omit<RegisterRow, 'scope' | 'subject' | 'name'>): Register => ({
	at,
	...(dated_at !== null && dated_at > at && { datedAt: dated_at }),
	rank,
	id,
	value: JSON.parse(value) as unknown,
});

export const toValues = ({ scope, subject, name, at, rank, id, value, dated_at }: RegisterRow) => [
	scope,
	subject,
	name,
	at,
	rank,
	id,
	value,
	dated_at,
];

const timeOf = (row: string) =>
	`CASE WHEN ${row}.dated_at > ${row}.at THEN ${row}.dated_at ELSE ${row}.at END`;

/** The newest write wins, whatever order they come in. */
export const WRITE_REGISTER = `
	INSERT INTO register (scope, subject, name, at, rank, id, value, dated_at)
	VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT))
	ON CONFLICT (scope, subject, name) DO UPDATE
	SET at = excluded.at, rank = excluded.rank, id = excluded.id, value = excluded.value,
		dated_at = excluded.dated_at
	WHERE (${timeOf('excluded')}, excluded.rank, excluded.id) > (${timeOf('register')}, register.rank, register.id)`;

export const OF_SUBJECT = 'SELECT * FROM register WHERE scope = ? AND subject = ?';

export const OF_SUBJECTS = `
	SELECT register.* FROM (VALUES (?, ?)) AS asked
	JOIN register ON register.scope = asked.column1 AND register.subject = asked.column2`;

/** Tells what has several names apart. */
export const keyOf = (...parts: string[]) => JSON.stringify(parts);
