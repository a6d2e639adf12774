import type { Runtime } from '../base';
import type { DecisionNote } from '../engine/store/decisions';
import type { Database } from './database';
import type { Work } from './work';

type Run = <Result>(work: () => Work<Result>) => Promise<Result>;

/** What the methods of a store run with. */
export interface Runner extends Database {
	runtime: Runtime;
	/** Reads what is noted, also the decisions that were gathered until now. */
	readNoted: Run;
	/** Reads what is counted, also what was counted until now. */
	readCounted: Run;
	/** Counts decisions that were noted. */
	countDecisions(notes: ReadonlyArray<DecisionNote | undefined>): void;
}

type Way = 'read' | 'readNoted' | 'readCounted' | 'write' | 'writeLearnable';

/** A method of the store, made for a runner. */
type Method<Given extends unknown[], Result> = (runner: Runner) => (...given: Given) => Promise<Result>;

const inWay =
	(way: Way) =>
	<Given extends unknown[], Result>(work: (...given: Given) => Work<Result>): Method<Given, Result> =>
	(runner) =>
	(...given) =>
		runner[way](() => work(...given));

/** Methods that are one work, each in a way of the runner. */
export const reads = inWay('read');
export const readsNoted = inWay('readNoted');
export const readsCounted = inWay('readCounted');
export const writes = inWay('write');
export const writesLearnable = inWay('writeLearnable');

/**
 * A method that is one work, which also notes decisions.
 * @param split what the method returns, and the decisions that were noted
 */
export const writesNoting =
	<Given extends unknown[], Answer, Result>(
		work: (...given: Given) => Work<Answer>,
		split: (
			answer: Answer,
			...given: Given
		) => [result: Result, noted: ReadonlyArray<DecisionNote | undefined>],
	): Method<Given, Result> =>
	({ write, countDecisions }) =>
	async (...given) => {
		const [result, noted] = split(await write(() => work(...given)), ...given);
		countDecisions(noted);
		return result;
	};

/** The works of a table, by the names of the methods that they become. */
type Works = Record<string, (runner: Runner) => unknown>;

export type MethodsOf<Table> = {
	[Name in keyof Table]: Table[Name] extends (runner: Runner) => infer Made ? Made : never;
};

/** The methods of a store that the works of a table become. */
export function methodsOf<Table extends Works>(table: Table, runner: Runner): MethodsOf<Table> {
	return Object.fromEntries(
		Object.entries(table).map(([name, method]) => [name, method(runner)]),
	) as MethodsOf<Table>;
}
