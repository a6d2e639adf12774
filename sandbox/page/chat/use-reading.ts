import { useEffect, useRef } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { control } from '../state/control';

/** Whoever looks at a chat reads what was delivered, unless read receipts are off. */
export function useReading(entries: readonly EntryRecord[], isReading: boolean): void {
	const reported = useRef(new Set<string>());
	useEffect(() => {
		if (!isReading) return;
		for (const { id, status } of entries) {
			if (status !== 'delivered' || reported.current.has(id)) continue;
			reported.current.add(id);
			void control('customerReads', id);
		}
	}, [entries, isReading]);
}
