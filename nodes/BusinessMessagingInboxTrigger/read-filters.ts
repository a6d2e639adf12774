import type { EventKind, Subscription } from '../../engine';
import { readList } from '../shared/read/read-list';
import type { Credential } from '../shared/credential';

/** Returns a parameter of the form. */
export type Form = <Value>(name: string) => Value;

/** Events of an account don't name a number. */
export const NO_NUMBER = '';

/** Which events come. An empty list of channels means all numbers. */
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
