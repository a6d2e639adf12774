import type { World } from '../world';

/** An event about the account or its number: its field, and a sample of its value. */
export interface AccountEvent {
	readonly field: string;
	readonly value: (world: World) => Readonly<Record<string, unknown>>;
}
