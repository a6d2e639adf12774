import { DatabaseSync } from 'node:sqlite';
import { forOneRow } from '../../store/sqlite/run-work';

describe("In SQLite, the values of a row stand where its list's columns are read:", () => {
	let database: DatabaseSync;
	beforeEach(() => {
		database = new DatabaseSync(':memory:');
		database.exec(`
			CREATE TABLE message (key TEXT PRIMARY KEY, state TEXT NOT NULL, due INTEGER);
			INSERT INTO message VALUES ('first', 'planned', 1), ('second', 'planned', 2)`);
	});
	afterEach(() => database.close());

	const messages = () => database.prepare('SELECT * FROM message ORDER BY key').all();
	/** Whether SQLite makes a table for a list of values before it looks at the message. */
	const makesTable = (text: string) =>
		(database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as Array<{ detail: string }>).some(({ detail }) =>
			/SCAN CONSTANT ROW|SCAN past|MATERIALIZE/.test(detail),
		);

	const UPDATE = `
		UPDATE message SET state = past.column2, due = past.column3 FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS past
		WHERE message.key = past.column1 AND message.state = 'planned' RETURNING key`;

	test('an update changes the row that it means, and makes no table for the list', () => {
		expect(makesTable(UPDATE)).toBe(true);
		expect(makesTable(forOneRow(UPDATE))).toBe(false);
		expect(database.prepare(forOneRow(UPDATE)).all('second', 'held', 7)).toEqual([{ key: 'second' }]);
		expect(messages()).toEqual([
			{ key: 'first', state: 'planned', due: 1 },
			{ key: 'second', state: 'held', due: 7 },
		]);
	});

	test('a value that is read twice, or without the name of the list, is the same each time', () => {
		const text = `
			INSERT INTO message (key, state, due) SELECT column1, column2, column3
			FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS noted
			WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.due > noted.column3) AND noted.column1 <> column2
			ON CONFLICT (key) DO UPDATE SET due = excluded.due`;
		expect(database.prepare(forOneRow(text)).run('first', 'planned', 9).changes).toBe(1);
		expect(database.prepare(forOneRow(text)).run('second', 'planned', 8).changes).toBe(0);
		expect(messages()).toMatchObject([{ due: 9 }, { due: 2 }]);
	});

	test('values before and after the list keep their places', () => {
		const text = `
			UPDATE message SET state = ?, due = past.column2 FROM (VALUES (?, ?)) AS past
			WHERE message.key = past.column1 AND message.state = ?`;
		expect(database.prepare(forOneRow(text)).run('held', 'first', 5, 'planned').changes).toBe(1);
		expect(messages()[0]).toEqual({ key: 'first', state: 'held', due: 5 });
	});

	test('a list in a condition becomes its values', () => {
		const text = `
			DELETE FROM message WHERE (key, state) IN (SELECT column1, column2 FROM (VALUES (?, ?)) AS gone) RETURNING key`;
		expect(database.prepare(forOneRow(text)).all('first', 'planned')).toEqual([{ key: 'first' }]);
		expect(database.prepare(forOneRow(text)).all('second', 'held')).toEqual([]);
	});

	test('a list that is joined with a table stays', () => {
		const text = `
			SELECT message.state FROM (VALUES (?)) AS asked JOIN message ON message.key = asked.column1
			WHERE message.due = ?`;
		expect(forOneRow(text)).toBe(text.replace('?', '?1').replace(/\?$/, '?2'));
		expect(database.prepare(forOneRow(text)).all('second', 2)).toEqual([{ state: 'planned' }]);
	});

	test('a statement without a list is as it was written, with its values counted', () => {
		expect(forOneRow('SELECT ?, due FROM message WHERE key = ?')).toBe(
			'SELECT ?1, due FROM message WHERE key = ?2',
		);
	});
});
