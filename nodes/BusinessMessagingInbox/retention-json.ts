import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../base';
import type { Store } from '../../engine';
import { RETENTION_PARTS } from '../../engine';
import { isoTime } from '../shared/times';

type Kept = Awaited<ReturnType<Store['retention']['read']>>;

/** For how many days each part of the store is kept, and when old things were last forgotten. */
export const retentionJson = ({ times, forgottenAt }: Kept): IDataObject => ({
	retentionDays: Object.fromEntries(RETENTION_PARTS.map((part) => [part, times[part] / DAY])),
	forgottenAt: isoTime(forgottenAt),
});
