import type { Load } from './load';

/** A way of taking deliveries in, while it runs. */
export interface Running {
	/** Where deliveries come to. */
	url: string;
	/** The ids of the events that were kept, each as often as it was; left out where none can be asked for. */
	kept?(): Promise<string[]>;
	/** Resolves when every event that was kept has been in an execution that has ended. */
	drained?(): Promise<void>;
	/** Size of its database. bytes */
	databaseSize?(): Promise<number>;
	stop(): Promise<void>;
}

/** A way of taking deliveries in. Adding one is a file beside the others, and a line in the list. */
export interface Contestant {
	name: string;
	/** What is thrown at it, one after the other. */
	loads: Array<Pick<Load, 'count' | 'connections' | 'rate'>>;
	/** @param folder for whatever it keeps; removed afterwards */
	start(folder: string, secret: string): Promise<Running>;
}

/** As fast as it answers. */
export const atMost = (count: number, connections = 64) => ({ count, connections });

/** So many a second, for a time. */
export const atRate = (rate: number, seconds: number) => ({ count: rate * seconds, connections: 256, rate });
