/** A store as it stands. Nothing in it is created, migrated, or changed. */
export interface StandingStore {
	/** The version of its schema: how many migrations it has had. 0 if there is no store. */
	version: number;
	/** The lowest schema version that a process must know to write to it; `undefined` in stores from before version 8. */
	minimumWriter?: number;
	/** What is broken in the database itself: sentences. A store that is damaged may not be readable any further. */
	damage(): Promise<string[]>;
	/**
	 * Writes everything, as of one moment, to a new SQLite file with the same schema version. Those who use the store go on.
	 * @param onShare hears how much is copied, from 0 to 1, if that can be told
	 * @throws Error if a newer version of the package has changed a Postgres store
	 */
	copyTo(file: string, onShare?: (share: number) => void): Promise<void>;
}
