import type { EventKind, Subscription } from '../../engine';
import { readList } from '../shared/read/read-list';
import type { Credential } from '../shared/credential';

/** Gives a parameter of the form. */
export type Form = <Value>(name: string) => Value;

/** Events of an account name no number. */
const NO_NUMBER = '';

/** Which events come; no channels for those of all numbers. */
export function readFilters(
	form: Form,
	{ channel }: Credential,
): Required<Pick<Subscription, 'kinds' | 'channels'>> {
	const kinds = form<EventKind[]>('events');
	switch (form<'all' | 'chosen' | 'this'>('numbers')) {
		case 'all':
			return { kinds, channels: [] };
		case 'this':
			return { kinds, channels: [channel, NO_NUMBER] };
		case 'chosen':
			return { kinds, channels: [...readList(form('phoneNumberIds')), NO_NUMBER] };
	}
}
