import type { Load } from './load';

/** A running way of receiving deliveries. */
export interface Running {
	/** The URL of the webhook. */
	url: string;
	/** The ids of the events that were saved, each as often as it was saved; undefined if they can't be read. */
	kept?(): Promise<string[]>;
	/** Resolves when every saved event has been in an execution that has ended. */
	drained?(): Promise<void>;
	/** The size of the database. bytes */
	databaseSize?(): Promise<number>;
	/** The process that answers, and those of its database if that is a server. */
	processes?(): { receiver: number; database?: number[] };
	stop(): Promise<void>;
}

/** A way of receiving deliveries. To add one, add a file next to the others and a line to the list. */
export interface Contestant {
	name: string;
	/** The loads, one after the other. */
	loads: Array<Pick<Load, 'count' | 'connections' | 'rate'>>;
	/** @param folder for its files; removed afterwards */
	start(folder: string, secret: string): Promise<Running>;
}

/** As many deliveries as it can answer. */
export const atMost = (count: number, connections = 64) => ({ count, connections });

/** A fixed number of deliveries per second for some time. */
export const atRate = (rate: number, seconds: number) => ({ count: rate * seconds, connections: 256, rate });
