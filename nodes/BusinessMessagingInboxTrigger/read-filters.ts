import type { Subscription } from '../../engine';
import type { Credential } from '../shared/credential';
import type { Choice } from '../shared/events/choose-events';
import { readList } from '../shared/read/values';

/** Returns a parameter of the form. */
export type Form = <Value>(name: string) => Value;

/** Events of an account don't name a number. */
export const NO_NUMBER = '';

/** Which events come. An empty list of channels means all numbers. */
export function readFilters(
	form: Form,
	numbers: readonly Credential[],
	{ kinds }: Pick<Choice, 'kinds'>,
): Required<Pick<Subscription, 'kinds' | 'channels'>> {
	switch (form<'all' | 'chosen' | 'this'>('numbers')) {
		case 'all':
			return { kinds, channels: [] };
		case 'this':
			return { kinds, channels: [...numbers.map(({ channel }) => channel), NO_NUMBER] };
		case 'chosen':
			return { kinds, channels: [...readList(form('phoneNumberIds')), NO_NUMBER] };
	}
}
