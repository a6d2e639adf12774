import type { TemplateStatusMark } from '../state/template';
import type { Register, Registers } from '../state/register';
import type { CampaignState } from './campaigns';
import type { NumberRate } from './rates';

/** What all processes that use a store count together, each by its labels. */
export interface Tallies {
	/** Events in deliveries. */
	events: { result: 'new' | 'duplicate' | 'too-old' };
	/** Events that are kept and change nothing. */
	ineffective: { reason: 'beyond-secret' | 'unplaced' | 'unstorable' };
	/** New messages of customers. */
	received: { number: string };
	/** New statuses of messages of the business. */
	statuses: { number: string; status: string };
	/** Decisions about messages. */
	decisions: { number: string; action: string; rule: string };
	/** Messages that were about to go out, by what became of the call: `accepted`, `invalid`, or the effect of its error. */
	sends: { number: string; result: string };
}

/** A count, as of the last ten seconds of each process. */
export type Tally = {
	[Name in keyof Tallies]: { name: Name; labels: Tallies[Name]; count: number };
}[keyof Tallies];

/** Counts what happens. It's written within ten seconds: a process that crashes before has lost it. */
export type AddTally = <Name extends keyof Tallies>(
	name: Name,
	labels: Tallies[Name],
	count?: number,
) => void;

/** How fast a number sends, and how far ahead its slots are taken. */
export interface NumberFigures extends NumberRate {
	channel: string;
	/** How long until the next slot is free; 0 if one is. ms */
	bookedFor: number;
}

/** What a store says about itself. Each part is read by an index, or from a table that is small. */
export interface StoreFigures {
	tallies: Tally[];
	/** The numbers that have sent anything. */
	numbers: NumberFigures[];
	campaigns: Array<{ channel: string; state: CampaignState; count: number }>;
	/** Executions that wait for a customer's answer. */
	waits: number;
}

/** What is known of a template. */
export interface StoredTemplate {
	/** The account, or a number whose account isn't known. */
	scope: string;
	name: string;
	language: string;
	registers: Registers;
	history: Array<Register<TemplateStatusMark>>;
}
